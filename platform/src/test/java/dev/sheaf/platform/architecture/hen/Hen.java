package dev.sheaf.platform.architecture.hen;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.architecture.egg.Egg;

/** The other half of a cycle of packages. */
public record Hen(@Nullable Egg from) {}
