package dev.sheaf.store.sql;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.store.Uptime;
import dev.sheaf.store.sqlite.SqliteDatabase;
import dev.sheaf.store.sqlite.SqliteStores;

import static org.assertj.core.api.Assertions.assertThat;

/** Writers and readers exchange time stamps in orders that no two real threads can be made to keep. */
class TimestampFileTest {

    private static final long NOW = Instant.parse("2025-03-01T12:00:00Z").getEpochSecond();

    @TempDir
    private Path dataDir = Path.of("");

    @BeforeEach
    void createStore() {
        SqliteStores.open(dataDir, () -> Instant.EPOCH, () -> {}).close();
    }

    @Test
    void openTransaction_isSeenByAllReadersUntilItIsCleared() {
        TimestampFile writer = TimestampFile.in(dataDir);
        TimestampFile reader = TimestampFile.in(dataDir);
        assertThat(reader.openTransaction()).isZero();
        long openTransaction = writer.open(NOW);
        assertThat(reader.openTransaction()).isEqualTo(openTransaction);
        assertThat(TimestampFile.seconds(reader.openTransaction())).isEqualTo(NOW);
        writer.clear(openTransaction);
        assertThat(reader.openTransaction()).isZero();
    }

    @Test
    void slowWriter_doesNotClearTheTransactionOfTheNextWriter() {
        TimestampFile slow = TimestampFile.in(dataDir);
        TimestampFile next = TimestampFile.in(dataDir);
        long first = slow.open(NOW);
        long second = next.open(NOW);
        slow.clear(first);
        assertThat(slow.openTransaction()).isEqualTo(second);
    }

    @Test
    void highWaterMark_neverDecreases() {
        TimestampFile one = TimestampFile.in(dataDir);
        assertThat(one.raiseHighWaterMark(NOW)).isEqualTo(NOW);
        assertThat(TimestampFile.in(dataDir).raiseHighWaterMark(NOW - 5)).isEqualTo(NOW);
        assertThat(TimestampFile.in(dataDir).highWaterMark()).isEqualTo(NOW);
    }

    @Test
    void stableTimeReadBeforeAWriteBegins_holdsForItsDatestamp() throws SQLException {
        TimestampFile timestampFile = TimestampFile.in(dataDir);
        InstantSource clock = () -> {
            // The writer looks at its clock; before it sets the marker, a reader with a later clock asks and sees none.
            timestampFile.raiseHighWaterMark(NOW + 30);
            assertThat(timestampFile.openTransaction()).isZero();
            return Instant.ofEpochSecond(NOW);
        };
        try (SqlConnection sql = SqliteDatabase.in(dataDir, SqlConnection.WriteFault.NONE).writer()) {
            Transaction transaction = new Transaction(sql, timestampFile,
                    new StampClock(clock, new ClockWitness(dataDir, Uptime.UNKNOWN)));
            assertThat(transaction.stamp()).isEqualTo(NOW + 30);
            assertThat(TimestampFile.seconds(timestampFile.openTransaction())).isEqualTo(NOW);
            transaction.rolledBack();
            assertThat(timestampFile.openTransaction()).isZero();
        }
    }
}
