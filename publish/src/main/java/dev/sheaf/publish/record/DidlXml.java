package dev.sheaf.publish.record;

import java.util.Base64;
import java.util.List;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ElementWriter;

/**
 * Writer of MPEG-21 DIDL: an item with its identifier and description, and one component for each manifestation, the primary first. Stateless.
 */
final class DidlXml {

    private static final String XML = "application/xml; charset=utf-8";
    private static final String DII = "urn:mpeg:mpeg21:2002:01-DII-NS";

    private DidlXml() {}

    /** @param files reachable ones, the primary first */
    static XmlFragment of(String identifier, XmlFragment description, List<Manifestation> files) {
        ElementWriter writer = new ElementWriter();
        writer.start("didl:DIDL").attribute("xmlns:didl", ResourceFormats.DIDL_NAMESPACE).attribute("xmlns:xsi", Namespaces.XSI)
                .attribute("xsi:schemaLocation", ResourceFormats.DIDL_NAMESPACE + " " + ResourceFormats.DIDL.schema());
        writer.start("didl:Item");
        writer.start("didl:Descriptor").start("didl:Statement").attribute("mimeType", XML);
        writer.start("dii:Identifier").attribute("xmlns:dii", DII).text(identifier).end();
        writer.end().end();
        writer.start("didl:Descriptor").start("didl:Statement").attribute("mimeType", XML).element(description).end().end();
        for (Manifestation file : files) {
            writer.start("didl:Component");
            writer.start("didl:Descriptor").start("didl:Statement").attribute("mimeType", XML);
            HttpHeaderXml.write(writer, file);
            writer.end().end();
            writer.start("didl:Resource").attribute("mimeType", file.type());
            byte[] content = file.content();
            if (content != null) {
                writer.attribute("encoding", "base64").text(Base64.getEncoder().encodeToString(content));
            } else {
                writer.attribute("ref", String.valueOf(file.url()));
            }
            writer.end().end();
        }
        return writer.end().end().fragment();
    }
}
