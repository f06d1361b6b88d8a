package dev.sheaf.core.address;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AddressBlockTest {

    @ParameterizedTest
    @CsvSource({"192.0.2.7, 192.0.2.7, true", "192.0.2.7, 192.0.2.8, false", "192.0.2.0/24, 192.0.2.255, true",
            "192.0.2.0/24, 192.0.3.0, false", "192.0.2.0/24, ::ffff:192.0.2.9, true", "0.0.0.0/0, 203.0.113.1, true",
            "0.0.0.0/0, 2001:db8::1, false", "::/0, 2001:db8::1, true", "::/0, 203.0.113.1, false",
            "2001:db8::/32, 2001:db8:ffff::1, true", "2001:db8::/32, 2001:db9::1, false", "2001:db8::/65, 2001:db8::1, true",
            "2001:db8::/65, 2001:db8:0:0:8000::1, false", "::1, 0:0:0:0:0:0:0:1, true"})
    void containsAddressesWithTheSamePrefix(String block, String address, boolean expected) {
        assertThat(AddressBlock.parse(block).contains(IpAddress.parse(address))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "localhost", "example.org", "1", "127.1", "192.0.2", "192.0.2.256", "192.0.02.1",
            "192.0.2.1.",
            "192.0.2.1 ", "0x7f.0.0.1", "192.0.2.1:80", "[::1]", "fe80::1%lo", "1::2::3", "2001:db8", ":", "::12345",
            "192.0.2.0/33",
            "192.0.2.0/-1", "192.0.2.0/+8", "192.0.2.0/08", "192.0.2.0/", "192.0.2.0/24/24", "192.0.2.1/24", "::/129",
            "2001:db8::1/64",
            "/8", "cafe", "192.0.2.0/9999999999"})
    void invalidBlock_isRefusedWithItsText(String text) {
        assertThatThrownBy(() -> AddressBlock.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + (text.contains("/") && !text.startsWith("/") ? text : text.replace("/8", "")) + "'");
    }

    @Test
    void blockWithHostBits_isRefusedWithTheNetworkToUse() {
        assertThatThrownBy(() -> AddressBlock.parse("192.0.2.1/24")).hasMessageContaining("the network is 192.0.2.0/24");
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.7", "192.0.2.0/24", "0.0.0.0/0", "2001:db8:0:0:0:0:0:0/32", "0:0:0:0:0:0:0:1"})
    void textForm_equalsTheParsedText(String text) {
        assertThat(AddressBlock.parse(text)).hasToString(text);
    }
}
