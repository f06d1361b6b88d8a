package dev.sheaf.platform.web;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.formats.dublincore.DublinCore.Value;
import dev.sheaf.platform.web.RecordPageModel.Field;
import dev.sheaf.platform.web.RecordPageModel.FieldValue;

/**
 * Dublin Core as labelled values, shortened to the space on a page.
 *
 * @param fields in the usual order for readers
 * @param cut true if the record has more text than is shown
 */
public record ReadableFields(List<Field> fields, boolean cut) {

    /**
     * Largest text shown, in characters.
     *
     * @param value limit of one value
     * @param all limit of all values together
     */
    public record Room(int value, int all) {

        /** Limits on a page that shows one record. */
        public static final Room OF_A_PAGE = new Room(20_000, 100_000);
        /** Limits for a record in a list. */
        public static final Room IN_A_LIST = new Room(600, 3_000);
    }

    /** Returns the fields of a record within the limits. */
    public static ReadableFields of(DublinCore dc, Room room) {
        List<Field> fields = new ArrayList<>();
        int left = room.all();
        boolean cut = false;
        for (Element element : Element.values()) {
            List<FieldValue> shown = new ArrayList<>();
            for (Value value : dc.values(element)) {
                if (left <= 0) {
                    cut = true;
                    break;
                }
                String text = start(value.text(), Math.min(left, room.value()));
                cut |= text.length() < value.text().length();
                left -= text.length();
                if (!text.isEmpty()) {
                    shown.add(value(text, text.length() < value.text().length(), value));
                }
            }
            if (!shown.isEmpty()) {
                fields.add(new Field(element.label(), List.copyOf(shown)));
            }
        }
        return new ReadableFields(List.copyOf(fields), cut);
    }

    private static FieldValue value(String text, boolean cut, Value value) {
        // A truncated address would lead to another page.
        List<TextPiece> pieces = cut ? List.of(new TextPiece(text + "\u2026", null)) : TextPiece.of(text);
        return new FieldValue(pieces, LanguageTag.of(value.language()));
    }

    /** Returns the beginning of a text without splitting a character. */
    public static String start(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        return text.substring(0, longest > 0 && Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest);
    }
}
