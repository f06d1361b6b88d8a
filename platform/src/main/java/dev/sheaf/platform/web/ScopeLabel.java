package dev.sheaf.platform.web;

import dev.sheaf.search.SearchScope;

/** Names of the places where words are looked for, for people. */
final class ScopeLabel {

    private ScopeLabel() {}

    static String of(SearchScope scope) {
        return switch (scope) {
            case BOTH -> "Everywhere";
            case DESCRIPTION -> "Descriptions";
            case FULLTEXT -> "Full texts";
        };
    }
}
