package dev.sheaf.store.sql;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.store.sqlite.SqliteDatabase;
import dev.sheaf.store.sqlite.SqliteStores;

import static org.assertj.core.api.Assertions.assertThat;

/** Writers and readers exchange time stamps in orders that no two real threads can be made to keep. */
class OpenStampTest {

    private static final long NOW = Instant.parse("2025-03-01T12:00:00Z").getEpochSecond();

    @TempDir
    private Path dataDir = Path.of("");

    @BeforeEach
    void createStore() {
        SqliteStores.open(dataDir, () -> Instant.EPOCH, () -> {}).close();
    }

    @Test
    void aMarkerIsSeenThroughEveryMappingUntilItIsCleared() {
        OpenStamp writer = OpenStamp.in(dataDir);
        OpenStamp reader = OpenStamp.in(dataDir);
        assertThat(reader.marker()).isZero();
        long marker = writer.open(NOW);
        assertThat(reader.marker()).isEqualTo(marker);
        assertThat(OpenStamp.seconds(reader.marker())).isEqualTo(NOW);
        writer.clear(marker);
        assertThat(reader.marker()).isZero();
    }

    @Test
    void aSlowWriterDoesNotClearTheMarkerOfTheNext() {
        OpenStamp slow = OpenStamp.in(dataDir);
        OpenStamp next = OpenStamp.in(dataDir);
        long first = slow.open(NOW);
        long second = next.open(NOW);
        slow.clear(first);
        assertThat(slow.marker()).isEqualTo(second);
    }

    @Test
    void aPromiseOnlyGrows() {
        OpenStamp one = OpenStamp.in(dataDir);
        assertThat(one.promise(NOW)).isEqualTo(NOW);
        assertThat(OpenStamp.in(dataDir).promise(NOW - 5)).isEqualTo(NOW);
        assertThat(OpenStamp.in(dataDir).promise()).isEqualTo(NOW);
    }

    @Test
    void whatAReaderIsPromisedBeforeTheMarkerIsSetHoldsForTheStamp() throws SQLException {
        OpenStamp openStamp = OpenStamp.in(dataDir);
        InstantSource clock = () -> {
            // The writer looks at its clock; before it sets the marker, a reader with a later clock asks and sees none.
            openStamp.promise(NOW + 30);
            assertThat(openStamp.marker()).isZero();
            return Instant.ofEpochSecond(NOW);
        };
        try (SqlConnection sql = SqliteDatabase.in(dataDir, SqlConnection.WriteFault.NONE).writer()) {
            Transaction transaction = new Transaction(sql, openStamp, new StampClock(clock));
            assertThat(transaction.stamp()).isEqualTo(NOW + 30);
            assertThat(OpenStamp.seconds(openStamp.marker())).isEqualTo(NOW);
            transaction.rolledBack();
            assertThat(openStamp.marker()).isZero();
        }
    }
}
