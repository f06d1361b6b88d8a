package dev.sheaf.platform.architecture.egg;

import dev.sheaf.platform.architecture.hen.Hen;

/** One half of a cycle of packages. */
public record Egg(Hen laidBy) {}
