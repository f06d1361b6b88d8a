package dev.sheaf.core.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.Provenance;
import dev.sheaf.core.XmlFragment;

/**
 * Adds provenance to the about containers of a record that a repository passes on. The new container names the repository from which the
 * record came, and holds the provenance that came with the record (guidelines for provenance). Stateless; safe for many threads.
 *
 * <p>Provenance in the form that {@link ProvenanceWriter} writes is nested by copying its bytes. Other hubs of this kind send that form.
 */
public final class ProvenanceHop {

    private ProvenanceHop() {}

    /**
     * Returns the about containers of a record as they are passed on: the new provenance first, the others as they came.
     *
     * <p>Received provenance that cannot be nested stays a container of its own: it would be invalid inside another one, or it has {@link
     * Provenance#MAX_HOPS} hops already. Of several containers, the first is nested.
     *
     * @param hop the hop of this repository; its {@link Provenance#origin()} is ignored
     * @param received the containers that came with the record
     */
    public static List<XmlFragment> addTo(List<XmlFragment> received, Provenance hop) {
        Utf8Buffer buffer = new Utf8Buffer(1 << 10);
        buffer.put(ProvenanceChain.BEGIN);
        ProvenanceChain.open(buffer, hop);
        int nested = 0;
        while (nested < received.size() && !nest(buffer, received.get(nested))) {
            nested++;
        }
        buffer.put(ProvenanceChain.CLOSE).put(ProvenanceChain.END);
        List<XmlFragment> containers = new ArrayList<>(received.size() + 1);
        containers.add(XmlFragment.of(buffer.toByteArray()));
        for (int i = 0; i < received.size(); i++) {
            if (i != nested) {
                containers.add(received.get(i));
            }
        }
        return containers;
    }

    private static boolean nest(Utf8Buffer buffer, XmlFragment about) {
        byte[] utf8 = about.utf8();
        int hops = ProvenanceChain.hops(utf8);
        if (hops > 0) {
            if (hops >= Provenance.MAX_HOPS) {
                return false;
            }
            buffer.put(utf8, ProvenanceChain.BEGIN.length,
                    utf8.length - ProvenanceChain.BEGIN.length - ProvenanceChain.END.length);
            return true;
        }
        Optional<Provenance> chain = ProvenanceReader.read(about)
                .filter(read -> read.hops() < Provenance.MAX_HOPS && read.fault().isEmpty());
        chain.ifPresent(read -> ProvenanceChain.write(buffer, read));
        return chain.isPresent();
    }
}
