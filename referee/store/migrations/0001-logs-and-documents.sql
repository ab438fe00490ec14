-- The logs of games by entry, and everything else that files hold elsewhere: see docs/decisions/0057.

create schema if not exists referee;

create table referee.migrations (
    number integer primary key,
    applied timestamptz not null default now()
);

-- The log of a game: `place` is its folder, such as games/spring-cup; `head` the SHA-256 of its last document.
create table referee.logs (
    place text collate "C" primary key,
    last integer not null,
    head bytea not null check (length(head) = 32)
);

-- A document of a log: its exact bytes. 0 is the header. Two entries can never have the same number.
create table referee.entries (
    place text collate "C" not null references referee.logs on update cascade,
    number integer not null check (number >= 0),
    head bytea not null check (head = sha256(bytes)),
    bytes bytea not null,
    primary key (place, number)
);

-- Any other file, such as private/spring-cup.yaml; `changed` is in nanoseconds since 1970.
create table referee.documents (
    place text collate "C" primary key,
    bytes bytea not null,
    changed bigint not null default (extract(epoch from clock_timestamp()) * 1000000000)::bigint
);
