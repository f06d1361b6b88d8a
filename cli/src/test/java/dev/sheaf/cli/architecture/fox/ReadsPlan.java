package dev.sheaf.cli.architecture.fox;

import dev.sheaf.harvester.internal.list.Plan;

/** Uses an internal package of the harvester. */
public final class ReadsPlan {

    private ReadsPlan() {}

    /** Returns the ranges that remain of a list. */
    public static Plan plan(String text) {
        return Plan.parse(text);
    }
}
