package dev.sheaf.core;

import org.jspecify.annotations.Nullable;

/**
 * Where a harvested record came from: the content of a provenance container (guidelines for provenance, originDescription).
 *
 * @param baseUrl of the repository that was harvested
 * @param identifier of the record there
 * @param datestamp of the record there
 * @param metadataNamespace of the format as harvested
 * @param harvestDate responseDate of the response that delivered it
 * @param altered true when it was changed before being disseminated again
 * @param origin where that repository had it from; null when it is the origin
 */
public record Provenance(String baseUrl, String identifier, Datestamp datestamp, String metadataNamespace, Datestamp harvestDate,
        boolean altered, @Nullable Provenance origin) {

    /** The end of the chain: the repository where the record was born, as far as is known. */
    public Provenance innermost() {
        Provenance current = this;
        for (Provenance inner = origin; inner != null; inner = inner.origin) {
            current = inner;
        }
        return current;
    }
}
