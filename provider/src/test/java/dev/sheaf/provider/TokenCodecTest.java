package dev.sheaf.provider;

import java.time.Instant;
import java.util.Base64;
import java.util.Random;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.repository.Position;
import dev.sheaf.provider.TokenCodec.Decoded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TokenCodecTest {

    private final TokenCodec codec = new TokenCodec(ProviderFixture.KEY, "http://hub.example/oai");

    @Test
    void encodedState_isDecodedEqual() {
        Random random = new Random(7);
        for (int i = 0; i < 1000; i++) {
            ListState state = new ListState.OfRecords(random.nextBoolean() ? Verb.LIST_RECORDS : Verb.LIST_IDENTIFIERS,
                    new MetadataPrefix("p" + random.nextInt()),
                    random.nextBoolean() ? null : new SetSpec("s" + random.nextLong()),
                    random.nextBoolean() ? null : instant(random), instant(random), random.nextBoolean(),
                    new Position(instant(random).getEpochSecond(), random.nextLong() >>> random.nextInt(64)),
                    random.nextLong() >>> 1 + random.nextInt(63),
                    random.nextBoolean() ? -1 : random.nextLong() >>> 1 + random.nextInt(63));
            assertThat(codec.decode(codec.encode(state))).isEqualTo(new Decoded.Known(state));
        }
        ListState sets = new ListState.OfSets("a:b:c", 1000, 2345);
        assertThat(codec.decode(codec.encode(sets))).isEqualTo(new Decoded.Known(sets));
        ListState kept = new ListState.OfResultSet(Verb.LIST_IDENTIFIERS, Long.MAX_VALUE, 7, instant(random), 70, 1000);
        assertThat(codec.decode(codec.encode(kept))).isEqualTo(new Decoded.Known(kept));
    }

    private static Instant instant(Random random) {
        return Instant.ofEpochSecond(random.nextLong(-62_135_596_800L, 253_402_300_799L));
    }

    @Test
    void randomBytes_areNoToken() {
        Random random = new Random(11);
        for (int i = 0; i < 2000; i++) {
            byte[] bytes = new byte[random.nextInt(80)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] = 1;
            }
            String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            assertThat(codec.decode(text)).isEqualTo(new Decoded.Foreign());
        }
    }

    @Test
    void tokenOfAnotherVersion_isRecognised() {
        byte[] token = Base64.getUrlDecoder().decode(codec.encode(new ListState.OfSets("a", 1, 2)));
        token[0] = 2;
        assertThat(codec.decode(Base64.getUrlEncoder().withoutPadding().encodeToString(token)))
                .isEqualTo(new Decoded.OfVersion(2));
        assertThat(codec.decode("junk-that-is-long-enough-to-be-a-token-of-ours")).isEqualTo(new Decoded.Foreign());
    }

    @Test
    void beginningOfAList_hasNoToken() {
        assertThatThrownBy(() -> codec.encode(new ListState.OfSets(null, 0, -1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shortKey_isRefused() {
        assertThatThrownBy(() -> TokenKey.of(new byte[15])).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("16");
        assertThat(TokenKey.freshSecret()).hasSize(32).isNotEqualTo(TokenKey.freshSecret());
        assertThat(TokenKey.of("0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.UTF_8)).toString())
                .doesNotContain("0123");
    }
}
