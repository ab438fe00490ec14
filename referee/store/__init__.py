"""The stored things: files on disk, logs and their seals, the private part, and chance that was fixed beforehand."""
