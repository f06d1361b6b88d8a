package dev.sheaf.store.enrichments;

/**
 * An item of a source.
 *
 * @param source id of the source
 * @param identifier as the source delivered it
 */
public record ItemKey(String source, String identifier) {

    @Override
    public String toString() {
        return source + " " + identifier;
    }
}
