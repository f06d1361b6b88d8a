package dev.sheaf.transfer.imports.rows;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.xml.OaiFormatException;

/**
 * Parts that all sheets of a workbook share. Elements are recognised by local name, because two sets of namespaces exist for the same
 * elements.
 *
 * @param sheets sheets in their order
 * @param texts texts to which cells refer by number
 * @param formats number formats by style of cells
 * @param since1904 true if days are counted from 1904 and not from 1900
 */
record Workbook(List<Sheet> sheets, List<String> texts, List<CellFormat> formats, boolean since1904) {

    private static final long MAX_TEXTS = Limit.WORKBOOK_TEXT_BYTES.number();
    /** Approximate memory of a cell in addition to its characters, in bytes. */
    private static final int BYTES_OF_TEXT = 64;
    /** Largest number of characters of a cell. Programs allow 32,767. */
    private static final int MAX_CELL = Limit.CELL.count();
    /**
     * Sheet.
     *
     * @param name displayed name
     * @param part part of the file that contains it
     */
    record Sheet(String name, String part) {}

    /** Opener of the parts of the file; returns null for a missing part. */
    @FunctionalInterface
    interface Parts {
        @Nullable
        InputStream open(String part) throws IOException;
    }

    static Workbook read(Parts parts) throws IOException, RowsException, OaiFormatException, XMLStreamException {
        Map<String, String> targets = new HashMap<>();
        each(parts, "xl/_rels/workbook.xml.rels", "Relationship", reader -> {
            String target = attribute(reader, "Target");
            targets.put(attribute(reader, "Id"), target.startsWith("/") ? target.substring(1) : "xl/" + target);
        });
        List<Sheet> sheets = new ArrayList<>();
        boolean[] since1904 = new boolean[1];
        each(parts, "xl/workbook.xml", "sheet", reader -> sheets.add(
                new Sheet(attribute(reader, "name"), targets.getOrDefault(attribute(reader, "id"), ""))));
        each(parts, "xl/workbook.xml", "workbookPr", reader -> {
            String value = attribute(reader, "date1904");
            since1904[0] = value.equals("1") || value.equals("true");
        });
        if (sheets.isEmpty()) {
            throw new RowsException("it is not a workbook: a .zip with other contents");
        }
        return new Workbook(sheets, texts(parts), formats(parts), since1904[0]);
    }

    /**
     * Returns a sheet by its name.
     *
     * @param wanted name; null for the first sheet
     * @throws RowsException if there is none
     */
    Sheet sheet(@Nullable String wanted) throws RowsException {
        if (wanted == null) {
            return sheets.getFirst();
        }
        for (Sheet sheet : sheets) {
            if (sheet.name().strip().equalsIgnoreCase(wanted)) {
                return sheet;
            }
        }
        throw new RowsException("it has no sheet '" + wanted + "'. Its sheets: "
                + String.join(", ", sheets.stream().map(Sheet::name).toList()));
    }

    @FunctionalInterface
    private interface Found {
        void at(XMLStreamReader reader) throws XMLStreamException, RowsException;
    }

    private static void each(Parts parts, String part, String element, Found found)
            throws IOException, OaiFormatException, XMLStreamException, RowsException {
        try (InputStream in = parts.open(part)) {
            if (in == null) {
                return;
            }
            XMLStreamReader reader = WorkbookSource.pull(in);
            while (reader.hasNext()) {
                int event = reader.next();
                refuseDoctype(event);
                if (event == XMLStreamConstants.START_ELEMENT && reader.getLocalName().equals(element)) {
                    found.at(reader);
                }
            }
        }
    }

    static void refuseDoctype(int event) throws XMLStreamException {
        if (event == XMLStreamConstants.DTD) {
            throw new XMLStreamException("it has a DOCTYPE, which no workbook has");
        }
    }

    static String attribute(XMLStreamReader reader, String name) {
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            if (reader.getAttributeLocalName(i).equals(name)) {
                return reader.getAttributeValue(i);
            }
        }
        return "";
    }

    private static List<String> texts(Parts parts) throws IOException, OaiFormatException, XMLStreamException, RowsException {
        List<String> texts = new ArrayList<>();
        long[] bytes = new long[1];
        each(parts, "xl/sharedStrings.xml", "si", reader -> {
            String text = richText(reader, "si");
            bytes[0] += text.length() + BYTES_OF_TEXT;
            if (bytes[0] > MAX_TEXTS) {
                throw new RowsException("it holds more text than fits into memory: save it as CSV");
            }
            texts.add(text);
        });
        return texts;
    }

    /** Returns the text of an element with formatted runs; pronunciations are left out. */
    static String richText(XMLStreamReader reader, String end) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        boolean inText = false;
        int phonetic = 0;
        while (true) {
            int event = reader.next();
            refuseDoctype(event);
            if (event == XMLStreamConstants.START_ELEMENT) {
                phonetic += reader.getLocalName().equals("rPh") ? 1 : 0;
                inText = reader.getLocalName().equals("t");
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                if (reader.getLocalName().equals(end)) {
                    return text.toString();
                }
                phonetic -= reader.getLocalName().equals("rPh") ? 1 : 0;
                inText = false;
            } else if (inText && phonetic == 0 && (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA
                    || event == XMLStreamConstants.SPACE)) {
                append(reader, text);
            } else if (event == XMLStreamConstants.END_DOCUMENT) {
                return text.toString();
            }
        }
    }

    /** Returns the text of an element without child elements. */
    static String text(XMLStreamReader reader) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        while (true) {
            int event = reader.next();
            refuseDoctype(event);
            if (event == XMLStreamConstants.END_ELEMENT || event == XMLStreamConstants.END_DOCUMENT) {
                return text.toString();
            }
            if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA
                    || event == XMLStreamConstants.SPACE) {
                append(reader, text);
            }
        }
    }

    private static void append(XMLStreamReader reader, StringBuilder text) throws XMLStreamException {
        text.append(reader.getText());
        if (text.length() > MAX_CELL) {
            throw new XMLStreamException("a cell holds more than " + MAX_CELL + " characters");
        }
    }

    private static List<CellFormat> formats(Parts parts)
            throws IOException, OaiFormatException, XMLStreamException, RowsException {
        Map<String, CellFormat> formats = new HashMap<>();
        each(parts, "xl/styles.xml", "numFmt",
                reader -> formats.put(attribute(reader, "numFmtId"), CellFormat.of(attribute(reader, "formatCode"))));
        List<CellFormat> styles = new ArrayList<>();
        boolean[] within = new boolean[1];
        try (InputStream in = parts.open("xl/styles.xml")) {
            if (in == null) {
                return styles;
            }
            XMLStreamReader reader = WorkbookSource.pull(in);
            while (reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamConstants.START_ELEMENT && reader.getLocalName().equals("cellXfs")) {
                    within[0] = true;
                } else if (event == XMLStreamConstants.END_ELEMENT && reader.getLocalName().equals("cellXfs")) {
                    within[0] = false;
                } else if (event == XMLStreamConstants.START_ELEMENT && within[0] && reader.getLocalName().equals("xf")) {
                    String id = attribute(reader, "numFmtId");
                    CellFormat own = formats.get(id);
                    styles.add(own != null ? own : CellFormat.builtIn(id));
                }
            }
        }
        return styles;
    }
}
