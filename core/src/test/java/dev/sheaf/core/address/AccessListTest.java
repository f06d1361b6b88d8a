package dev.sheaf.core.address;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Comparison of two access lists. */
class AccessListTest {

    private static AccessList list(String allowed, String denied) {
        return new AccessList(blocks(allowed), blocks(denied));
    }

    private static List<AddressBlock> blocks(String text) {
        return text.equals("all")
                ? AddressBlock.ALL
                : Arrays.stream(text.split(" ")).filter(word -> !word.isEmpty()).map(AddressBlock::parse).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            // allowed | denied | allowed by the other | denied by the other | within
            "'' | '' | '' | '' | true",
            "'' | '' | '' | all | false",
            "'' | all | '' | all | true",
            "192.0.2.0/24 | all | 192.0.2.0/24 | all | true",
            "192.0.2.7 | all | 192.0.2.0/24 | all | true",
            "192.0.2.0/24 | all | 192.0.2.7 | all | false",
            "192.0.2.0/24 | all | '' | 198.51.100.0/24 | true",
            "'' | 198.51.100.0/24 | '' | 198.51.100.7 | true",
            "'' | 198.51.100.7 | '' | 198.51.100.0/24 | false",
            "192.0.2.0/25 192.0.2.128/25 | all | 192.0.2.0/24 | all | true",
            "192.0.2.0/24 | all | 192.0.2.0/25 192.0.2.128/25 | all | true",
            "192.0.2.0/24 | all | 192.0.2.0/25 192.0.2.128/26 | all | false",
            "2001:db8::/32 | all | 192.0.2.0/24 2001:db8::/32 | all | true",
            "2001:db8::/32 | all | 192.0.2.0/24 | all | false",
            "192.0.2.255 | all | 192.0.2.0/24 | all | true",
            "255.255.255.255 | all | 255.255.255.0/24 | all | true",
            "ffff::/16 | all | ffff::/17 | all | false",
            "192.0.2.0/24 | 192.0.2.9 0.0.0.0/0 ::/0 | 192.0.2.0/24 | all | true",
            "192.0.2.0/24 | all | 192.0.2.0/24 | 192.0.2.9 0.0.0.0/0 ::/0 | false"})
    void listIsWithinAnother_whenTheOtherAdmitsAllThatItAdmits(String allowed, String denied, String otherAllowed,
            String otherDenied, boolean within) {
        assertThat(list(allowed, denied).isWithin(list(otherAllowed, otherDenied))).isEqualTo(within);
    }

    @Test
    void addressInSeveralBlocks_isJudgedByTheNarrowestOne() {
        AccessList list = list("192.0.2.0/24", "192.0.2.7 0.0.0.0/0");
        assertThat(list.of(IpAddress.parse("192.0.2.1"))).isEqualTo(AccessList.Verdict.ALLOWED);
        assertThat(list.of(IpAddress.parse("192.0.2.7"))).isEqualTo(AccessList.Verdict.DENIED);
        assertThat(list.of(IpAddress.parse("198.51.100.1"))).isEqualTo(AccessList.Verdict.DENIED);
        assertThat(list.of(IpAddress.parse("2001:db8::1"))).isEqualTo(AccessList.Verdict.UNLISTED);
    }
}
