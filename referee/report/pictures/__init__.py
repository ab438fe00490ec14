"""The board as a picture: SVG and PNG, in colours that everybody can distinguish."""
