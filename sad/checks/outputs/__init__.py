"""An outcome as people and CI systems read it, one file per form."""
