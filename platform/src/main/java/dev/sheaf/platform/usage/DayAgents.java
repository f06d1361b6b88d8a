package dev.sheaf.platform.usage;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.address.IpAddress;

/**
 * Names of the agents of a day: a keyed hash of network and User-Agent. The key is made at random for each day, is in memory only, and is
 * overwritten when the day is over, so that nobody can compute the name of a reader afterwards, nor link the agents of two days. Thread-safe.
 */
final class DayAgents {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    /** Bytes of a name; a million agents of one day then have different names. */
    private static final int NAME_BYTES = 10;

    private final SecureRandom random = new SecureRandom();
    private final byte[] key = new byte[KEY_BYTES];
    private @Nullable LocalDate keyDay;

    /**
     * Returns the name of an agent.
     *
     * @param day present day in UTC
     * @param network network of the client's address
     * @param userAgent header User-Agent
     */
    synchronized String name(LocalDate day, IpAddress network, String userAgent) {
        if (!day.equals(keyDay)) {
            random.nextBytes(key);
            keyDay = day;
        }
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update((network + "\n" + userAgent).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(), 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException("this Java runtime lacks " + ALGORITHM, impossible);
        }
    }

    /** Overwrites the key of a day that is over. */
    synchronized void forget(LocalDate today) {
        if (keyDay != null && !keyDay.equals(today)) {
            Arrays.fill(key, (byte) 0);
            keyDay = null;
        }
    }
}
