package dev.sheaf.core.xml;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Sha256;
import dev.sheaf.core.XmlFragment;

/** Hash by which a store recognises an unchanged record. Stateless; safe for many threads. */
public final class RecordHash {

    /** Number of bytes of a hash. */
    public static final int LENGTH = 16;

    private RecordHash() {}

    /**
     * Returns a hash over the record's canonical metadata, status, sets and about containers; of a provenance container only the innermost
     * origin counts, because otherwise a record that circulates between aggregators would change forever. The hash ignores prefixes,
     * attribute order, quotes, comments, and the order of sets and containers. It also ignores the datestamp, because many repositories
     * renew it without a change.
     *
     * @throws IllegalArgumentException when a fragment is not well-formed
     */
    public static byte[] of(OaiRecord record) {
        MessageDigest sha256 = Sha256.begin();
        Utf8Buffer canonical = new Utf8Buffer(256);
        canonical.put(record.deleted() ? 'D' : 'L');
        XmlFragment metadata = record.metadata();
        if (metadata != null) {
            canonical.put('M').put(CanonicalDigest.of(metadata.utf8(), sha256));
        }
        if (!record.header().sets().isEmpty()) {
            record.header().sets().stream().map(SetSpec::value).sorted().distinct()
                    .forEach(set -> canonical.put('S').put(set).put(0));
        }
        if (!record.about().isEmpty()) {
            List<byte[]> digests = new ArrayList<>(record.about().size());
            for (XmlFragment about : record.about()) {
                digests.add(ProvenanceReader.read(about).map(Provenance::innermost).map(RecordHash::origin)
                        .orElseGet(() -> CanonicalDigest.of(about.utf8(), sha256)));
            }
            digests.sort(Arrays::compare);
            digests.forEach(digest -> canonical.put('A').put(digest));
        }
        sha256.update(canonical.array(), 0, canonical.length());
        return Arrays.copyOf(sha256.digest(), LENGTH);
    }

    private static byte[] origin(Provenance origin) {
        return new Utf8Buffer(256).put('P').put(origin.baseUrl()).put(0).put(origin.identifier()).put(0)
                .put(origin.datestamp().text()).put(0).put(origin.metadataNamespace()).toByteArray();
    }
}
