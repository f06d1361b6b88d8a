package dev.sheaf.platform.web;

import dev.sheaf.search.SearchScope;

/** Names of search scopes for people. */
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
