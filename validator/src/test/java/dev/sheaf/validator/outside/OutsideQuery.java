package dev.sheaf.validator.outside;

/**
 * A request as a provider understands it. Absent arguments are empty. Immutable.
 *
 * @param verb of the request
 * @param prefix metadataPrefix
 * @param from first date
 * @param until last date
 * @param set setSpec
 * @param identifier of the item
 * @param start number of entities that come before this page
 * @param isContinued true if the request came with a resumption token
 */
record OutsideQuery(String verb, String prefix, String from, String until, String set, String identifier, int start,
        boolean isContinued) {

    boolean is(String name) {
        return verb.equals(name);
    }

    boolean isList() {
        return verb.equals("ListRecords") || verb.equals("ListIdentifiers");
    }

    boolean hasFrom() {
        return !from.isEmpty();
    }

    boolean hasUntil() {
        return !until.isEmpty();
    }

    boolean hasSet() {
        return !set.isEmpty();
    }

    OutsideQuery withVerb(String other) {
        return new OutsideQuery(other, prefix, from, until, set, identifier, start, isContinued);
    }

    OutsideQuery withPrefix(String other) {
        return new OutsideQuery(verb, other, from, until, set, identifier, start, isContinued);
    }

    OutsideQuery withFrom(String other) {
        return new OutsideQuery(verb, prefix, other, until, set, identifier, start, isContinued);
    }

    OutsideQuery withUntil(String other) {
        return new OutsideQuery(verb, prefix, from, other, set, identifier, start, isContinued);
    }

    OutsideQuery withSet(String other) {
        return new OutsideQuery(verb, prefix, from, until, other, identifier, start, isContinued);
    }

    OutsideQuery withIdentifier(String other) {
        return new OutsideQuery(verb, prefix, from, until, set, other, start, isContinued);
    }

    OutsideQuery startingAt(int other, boolean continued) {
        return new OutsideQuery(verb, prefix, from, until, set, identifier, other, continued);
    }
}
