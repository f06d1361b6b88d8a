package dev.sheaf.cli.architecture.egg;

import dev.sheaf.cli.architecture.hen.Hen;

/** One half of a cycle of packages. */
public record Egg(Hen laidBy) {}
