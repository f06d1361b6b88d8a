package dev.sheaf.core.xml;

import dev.sheaf.core.Provenance;
import dev.sheaf.core.XmlFragment;

/** Writer of provenance containers (guidelines for provenance). Stateless; safe for many threads. */
public final class ProvenanceWriter {

    private ProvenanceWriter() {}

    /**
     * Returns the content of an {@code about} that tells where a record was harvested, the newest hop outside and its origins inside it.
     *
     * @throws IllegalArgumentException when it has a {@link Provenance#fault()}: the container would not be valid
     */
    public static XmlFragment write(Provenance provenance) {
        provenance.fault().ifPresent(fault -> {
            throw new IllegalArgumentException("this provenance cannot be written: " + fault);
        });
        Utf8Buffer buffer = new Utf8Buffer(1 << 10);
        buffer.put(ProvenanceChain.BEGIN);
        ProvenanceChain.write(buffer, provenance);
        return XmlFragment.of(buffer.put(ProvenanceChain.END).toByteArray());
    }
}
