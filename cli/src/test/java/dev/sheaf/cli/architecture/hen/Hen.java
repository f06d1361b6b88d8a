package dev.sheaf.cli.architecture.hen;

import org.jspecify.annotations.Nullable;

import dev.sheaf.cli.architecture.egg.Egg;

/** The other half of a cycle of packages. */
public record Hen(@Nullable Egg from) {}
