package dev.sheaf.formats.normalise;

/** Arithmetic of check digits. Texts consist of digits and perhaps a final {@code X}. */
final class CheckDigits {

    private CheckDigits() {}

    /** Checks ISBN-10 and ISSN: weights falling to 1, modulo 11. */
    static boolean isModulo11(String digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digit(digits, i);
            if (digit < 0) {
                return false;
            }
            sum += (digits.length() - i) * digit;
        }
        return sum % 11 == 0;
    }

    /** Checks ISBN-13: weights 1 and 3, modulo 10. */
    static boolean isIsbn13(String digits) {
        return digits.length() == 13 && (digits.startsWith("978") || digits.startsWith("979"))
                && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                && digits.charAt(12) == isbn13(digits.substring(0, 12));
    }

    /** Returns the check digit of the first twelve digits of an ISBN-13. */
    static char isbn13(String twelve) {
        int sum = 0;
        for (int i = 0; i < 12; i++) {
            sum += (i % 2 == 0 ? 1 : 3) * (twelve.charAt(i) - '0');
        }
        return (char) ('0' + (10 - sum % 10) % 10);
    }

    /** Checks ORCID: ISO 7064, modulo 11-2. */
    static boolean isOrcid(String digits) {
        int total = 0;
        for (int i = 0; i < 15; i++) {
            total = (total + digits.charAt(i) - '0') * 2;
        }
        int check = (12 - total % 11) % 11;
        return digits.charAt(15) == (check == 10 ? 'X' : (char) ('0' + check));
    }

    private static int digit(String digits, int at) {
        char c = digits.charAt(at);
        return c >= '0' && c <= '9' ? c - '0' : (c == 'X' || c == 'x') && at == digits.length() - 1 ? 10 : -1;
    }
}
