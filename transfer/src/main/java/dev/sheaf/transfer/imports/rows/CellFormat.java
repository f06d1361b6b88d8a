package dev.sheaf.transfer.imports.rows;

import java.time.LocalDate;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Format in which a workbook shows the number in a cell, as far as it changes the meaning.
 *
 * @param isDate true if the number is a date
 * @param finest smallest part of a date that is shown
 * @param digits number of digits to which whole numbers are filled up with zeros
 */
record CellFormat(boolean isDate, Part finest, int digits) {

    /** Parts of a date. */
    enum Part {
        /** The year alone. */
        YEAR,
        /** Year and month. */
        MONTH,
        /** The day, or a time. */
        DAY
    }

    /** Format of cells without one. */
    static final CellFormat GENERAL = new CellFormat(false, Part.DAY, 0);

    /**
     * Parts of a number format that are no letters of dates: texts in quotes, colours and similar values in brackets, escaped characters.
     */
    private static final Pattern ORNAMENT = Pattern.compile("\"[^\"]*\"|\\[[^\\]]*\\]|\\\\.|_.|\\*.");
    private static final Pattern DATE_LETTERS = Pattern.compile("[ymdh]|ss|jj|tt");
    /** Letters for days, hours and seconds. In German formats, T stands for days. */
    private static final Pattern DAY_LETTERS = Pattern.compile("[dhs]|tt|t\\.");
    private static final Pattern YEAR_LETTERS = Pattern.compile("y|jj");
    /** Formats with leading zeros for inventory numbers, shelf marks and postal codes: {@code 00000}. */
    private static final Pattern ZEROS = Pattern.compile("0{2,30}");
    private static final String MONTH_AND_YEAR = "17";

    /** Returns the format with a code from a workbook. */
    static CellFormat of(String code) {
        String plain = ORNAMENT.matcher(code.toLowerCase(Locale.ROOT)).replaceAll("");
        int end = plain.indexOf(';');
        String first = (end < 0 ? plain : plain.substring(0, end)).strip();
        if (!plain.contains("general") && DATE_LETTERS.matcher(plain).find()) {
            return new CellFormat(true, finest(first), 0);
        }
        return ZEROS.matcher(code.strip()).matches() ? new CellFormat(false, Part.DAY, code.strip().length()) : GENERAL;
    }

    private static Part finest(String plain) {
        if (DAY_LETTERS.matcher(plain).find() || !YEAR_LETTERS.matcher(plain).find()) {
            return Part.DAY;
        }
        return plain.contains("m") ? Part.MONTH : Part.YEAR;
    }

    /** Returns a predefined format, which workbooks do not contain: 14–22 and 45–47 are dates, in East Asia also 27–36 and 50–58. */
    static CellFormat builtIn(String id) {
        try {
            int number = Integer.parseInt(id);
            boolean date = number >= 14 && number <= 22 || number >= 27 && number <= 36 || number >= 45 && number <= 47
                    || number >= 50 && number <= 58;
            return date ? new CellFormat(true, id.equals(MONTH_AND_YEAR) ? Part.MONTH : Part.DAY, 0) : GENERAL;
        } catch (NumberFormatException _) {
            return GENERAL;
        }
    }

    /**
     * Writes a day with the displayed precision. Programs convert "May 1999" to the first day of the month, so that day is not shown; any
     * other day was entered by a person and is kept.
     */
    String date(LocalDate day) {
        if (finest == Part.YEAR && day.getDayOfYear() == 1) {
            return day.toString().substring(0, 4);
        }
        return finest == Part.MONTH && day.getDayOfMonth() == 1 ? day.toString().substring(0, 7) : day.toString();
    }

    /** Writes a whole number with the leading zeros that are displayed. */
    String whole(long number) {
        String text = Long.toString(number);
        return number < 0 || text.length() >= digits ? text : "0".repeat(digits - text.length()) + text;
    }
}
