package dev.sheaf.publish.record;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ElementWriter;

/** Writer of METS: the description, one file for each manifestation, the primary first, and a structure of one part. Stateless. */
final class MetsXml {

    private static final String XLINK = "http://www.w3.org/1999/xlink";

    private MetsXml() {}

    /** @param files reachable ones, the primary first */
    static XmlFragment of(String identifier, XmlFragment description, List<Manifestation> files) {
        ElementWriter writer = new ElementWriter();
        writer.start("mets:mets").attribute("xmlns:mets", ResourceFormats.METS_NAMESPACE).attribute("xmlns:xlink", XLINK)
                .attribute("xmlns:xsi", Namespaces.XSI)
                .attribute("xsi:schemaLocation", ResourceFormats.METS_NAMESPACE + " " + ResourceFormats.METS.schema())
                .attribute("OBJID", identifier);
        writer.start("mets:dmdSec").attribute("ID", "description").start("mets:mdWrap").attribute("MIMETYPE", "text/xml")
                .attribute("MDTYPE", "DC").start("mets:xmlData").element(description).end().end().end();
        writer.start("mets:fileSec").start("mets:fileGrp");
        int number = 0;
        for (Manifestation file : files) {
            number++;
            file(writer, file, "file-" + number);
        }
        writer.end().end();
        writer.start("mets:structMap").start("mets:div").attribute("DMDID", "description");
        for (int i = 1; i <= files.size(); i++) {
            writer.start("mets:fptr").attribute("FILEID", "file-" + i).end();
        }
        return writer.end().end().end().fragment();
    }

    private static void file(ElementWriter writer, Manifestation file, String id) {
        writer.start("mets:file").attribute("ID", id).attribute("MIMETYPE", file.type())
                .attribute("SIZE", String.valueOf(file.size()))
                .attribute("CHECKSUM", HexFormat.of().formatHex(file.sha256())).attribute("CHECKSUMTYPE", "SHA-256");
        byte[] content = file.content();
        if (content != null) {
            writer.start("mets:FContent").start("mets:binData").text(Base64.getEncoder().encodeToString(content)).end().end();
        } else {
            writer.start("mets:FLocat").attribute("LOCTYPE", "URL").attribute("xlink:type", "simple")
                    .attribute("xlink:href", String.valueOf(file.url())).end();
        }
        writer.end();
    }
}
