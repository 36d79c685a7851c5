"""Values of integer scalars, conditions and array elements, as polynomials in a unit's inputs."""
