package dev.sheaf.publish.record;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.DublinCoreWriter;

/**
 * Writer of oai_dc from what a document states of itself, and from its files: their media types ({@code format}) and addresses
 * ({@code identifier}). Nothing else is added. Stateless.
 */
final class DublinCoreXml {

    private DublinCoreXml() {}

    /**
     * Returns a record.
     *
     * @param stated values by element
     * @param files the primary first
     */
    static XmlFragment of(Map<String, List<String>> stated, List<Manifestation> files) {
        DublinCoreWriter writer = new DublinCoreWriter();
        for (String element : DublinCoreWriter.ELEMENTS) {
            Set<String> values = new LinkedHashSet<>();
            if (element.equals("identifier")) {
                // The address first: it is where a reader can go.
                values.addAll(addresses(files));
            }
            values.addAll(stated.getOrDefault(element, List.of()));
            if (element.equals("format")) {
                files.forEach(file -> values.add(file.type()));
            }
            values.forEach(value -> writer.add(element, value));
        }
        return writer.end();
    }

    private static List<String> addresses(List<Manifestation> files) {
        List<String> addresses = new ArrayList<>();
        for (Manifestation file : files) {
            String url = file.url();
            if (url != null) {
                addresses.add(url);
            }
        }
        return addresses;
    }
}
