package dev.sheaf.platform.web.browse;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.formats.dublincore.DublinCore.Value;
import dev.sheaf.platform.search.RecordTitle;
import dev.sheaf.platform.web.LanguageTag;
import dev.sheaf.platform.web.ReadableFields;
import dev.sheaf.platform.web.RecordPageModel.Field;
import dev.sheaf.platform.web.XmlListing;

/**
 * Record: Dublin Core as labelled values, any other format as XML.
 *
 * @param header its header
 * @param title its title, or its identifier if it has no readable one
 * @param titleLanguage value of the {@code lang} attribute; null if not stated
 * @param fields labelled values; in a list without the title, which stands above them; empty for other formats than Dublin Core
 * @param listing metadata as XML; empty if the fields show everything, or the record was withdrawn
 * @param abouts contents of the about containers
 * @param cut true if the record has more content than is shown
 */
public record RecordView(HeaderView header, String title, @Nullable String titleLanguage, List<Field> fields,
        List<XmlListing.Piece> listing, List<ContainerView> abouts, boolean cut) {

    private static final int LONGEST_TITLE = 300;
    private static final int LONGEST_LISTING = 100_000;
    /**
     * Number of characters that are read of a record in a list. The list shows 3,000 characters by element, so that a title at a late
     * position is still found.
     */
    private static final int READ_IN_A_LIST = 50_000;

    /**
     * Limits on the displayed part of a record.
     *
     * @param read number of characters of its Dublin Core that are read
     * @param fields limits of its Dublin Core
     * @param listing number of characters of its XML
     * @param always true to show Dublin Core as XML, too
     * @param abouts largest number of containers
     */
    record Room(int read, ReadableFields.Room fields, int listing, boolean always, int abouts) {

        static final Room OF_A_PAGE = new Room(Integer.MAX_VALUE, ReadableFields.Room.OF_A_PAGE, LONGEST_LISTING, true, 20);
        static final Room IN_A_LIST = new Room(READ_IN_A_LIST, ReadableFields.Room.IN_A_LIST, 3_000, false, 0);
    }

    static RecordView of(OaiRecord record, MetadataPrefix prefix, Room room, BrowseLinks links) {
        XmlFragment metadata = record.metadata();
        boolean isDublinCore = prefix.equals(MetadataPrefix.OAI_DC);
        DublinCore dc = isDublinCore ? DublinCore.readBeginning(metadata, room.read()) : DublinCore.EMPTY;
        ReadableFields readable = ReadableFields.of(dc, room.fields());
        Value title = dc.first(Element.TITLE).orElse(null);
        boolean listed = metadata != null && (room.always() || readable.fields().isEmpty());
        List<ContainerView> abouts = record.about().stream().limit(room.abouts()).map(ContainerView::of).toList();
        return new RecordView(HeaderView.of(record.header(), prefix, links),
                title == null
                        ? isDublinCore && metadata != null ? RecordTitle.of(dc, record.identifier()) : record.identifier()
                        : ReadableFields.start(title.text(), LONGEST_TITLE),
                title == null ? null : LanguageTag.of(title.language()),
                room.always() ? readable.fields() : withoutFirst(Element.TITLE, readable.fields()),
                listed && metadata != null ? XmlListing.of(metadata, room.listing()) : List.of(), abouts,
                readable.cut() || abouts.size() < record.about().size());
    }

    private static List<Field> withoutFirst(Element element, List<Field> fields) {
        return fields.stream()
                .map(field -> field.label().equals(element.label())
                        ? new Field(field.label(), field.values().subList(1, field.values().size()))
                        : field)
                .filter(field -> !field.values().isEmpty()).toList();
    }
}
