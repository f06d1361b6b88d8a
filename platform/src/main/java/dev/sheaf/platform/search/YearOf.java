package dev.sheaf.platform.search;

import java.util.List;
import java.util.OptionalInt;

/** Finds the year in dates as repositories write them: {@code 2004}, {@code c1987}, {@code [2011?]}, {@code 20040512}, {@code 12.5.1999}. */
final class YearOf {

    private static final int EARLIEST = 1000;
    private static final int LATEST = 2100;

    private YearOf() {}

    /** The first plausible year in the first date that has one. */
    static OptionalInt dates(List<String> dates) {
        for (String date : dates) {
            OptionalInt year = date(date);
            if (year.isPresent()) {
                return year;
            }
        }
        return OptionalInt.empty();
    }

    private static OptionalInt date(String date) {
        int at = 0;
        while (at < date.length()) {
            int end = at;
            while (end < date.length() && isDigit(date.charAt(end))) {
                end++;
            }
            // Four digits are a year, eight a day without hyphens; any other number (a volume, a timestamp) is neither.
            if (end - at == 4 || end - at == 8 && isDay(date.substring(at + 4, end))) {
                int year = Integer.parseInt(date.substring(at, at + 4));
                if (year >= EARLIEST && year <= LATEST) {
                    return OptionalInt.of(year);
                }
            }
            at = Math.max(end, at + 1);
        }
        return OptionalInt.empty();
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isDay(String monthAndDay) {
        int month = Integer.parseInt(monthAndDay.substring(0, 2));
        int day = Integer.parseInt(monthAndDay.substring(2));
        return month >= 1 && month <= 12 && day >= 1 && day <= 31;
    }
}
