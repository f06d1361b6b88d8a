package dev.sheaf.platform.resourcesync;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ElementWriter;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.web.RecordAddress;

/**
 * A record as a resource: its address, and its representation, which is the {@code record} element of the protocol as a document of its own.
 * Unlike a response to GetRecord it has no time, so its bytes stay the same until the record changes. Stateless.
 */
public final class RecordResource {

    /** Media type of the representation. */
    public static final String TYPE = "application/xml";

    private RecordResource() {}

    /**
     * Returns the address of a record.
     *
     * @param hubUrl public address of the hub, without a slash at its end
     * @param id of the source or aggregate that shows the record
     */
    public static String address(String hubUrl, String id, MetadataPrefix prefix, String identifier) {
        return hubUrl + Routes.resourceSync(id, prefix) + "records/" + RecordAddress.encoded(identifier);
    }

    /** Returns the representation of a live record, in UTF-8. */
    public static byte[] representation(OaiRecord record) {
        ElementWriter xml = new ElementWriter();
        xml.start("record").attribute("xmlns", Namespaces.OAI).start("header");
        xml.start("identifier").text(record.identifier()).end();
        xml.start("datestamp").text(record.header().datestamp().text()).end();
        for (SetSpec set : record.header().sets()) {
            xml.start("setSpec").text(set.value()).end();
        }
        xml.end();
        XmlFragment metadata = record.metadata();
        if (metadata != null) {
            xml.start("metadata").element(metadata).end();
        }
        for (XmlFragment about : record.about()) {
            xml.start("about").element(about).end();
        }
        return xml.end().document();
    }
}
