package dev.sheaf.platform.acceptance;

import java.nio.charset.StandardCharsets;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.SchemaAddresses;

/** Records without what differs between the hubs that serve them: the address of the schema of a namespace that Sheaf defines. */
final class AnyHub {

    private AnyHub() {}

    /** Returns metadata as it is at any hub; a hub adds the whole attribute to records in a local namespace. */
    static XmlFragment metadata(XmlFragment served) {
        String text = new String(SchemaAddresses.STORED.of(served).utf8(), StandardCharsets.UTF_8);
        return XmlFragment.of(text.replaceFirst(
                "^(<[^> ]*)(?: xmlns:xsi=\"[^\"]*\")? xsi:schemaLocation=\"https://sheaf[.]dev/ns/1[.]0/local/[^\"]*\"", "$1"));
    }
}
