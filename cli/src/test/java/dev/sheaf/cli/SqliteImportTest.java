package dev.sheaf.cli;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Tables of SQLite, whose values have a type each, whatever their column says. */
class SqliteImportTest {

    @TempDir
    private Path folder;

    private Typed imported(String... statements) throws SQLException {
        String url = "jdbc:sqlite:" + folder.resolve("library.db");
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        return Typed.in(folder, "import", "books", "--jdbc", url, "--table", "books");
    }

    private String exported() {
        return Typed.in(folder, "export").out();
    }

    /** One missing value makes whole numbers floating ones in what data tools write. */
    @Test
    void wholeNumbersStoredAsFloats_areWrittenWithoutFraction() throws SQLException {
        Typed typed = imported("create table books (id real, title text, date real, format numeric)",
                "insert into books values (1.0, 'A', 1871.0, 0.25), (2.0, 'B', null, 9780000000000.0), (1e20, 'C', 1.5e-7, 9e999)");
        assertThat(typed.err()).contains("books: 3 new");
        assertThat(exported()).contains(":books/1<", ":books/2<", ":books/100000000000000000000<", "<dc:date>1871</dc:date>",
                "<dc:format>0.25</dc:format>", "<dc:format>9780000000000</dc:format>", "<dc:date>0.00000015</dc:date>");
    }

    @Test
    void valuesOfOtherTypesThanTheirColumn_areTaken() throws SQLException {
        Typed typed = imported("create table books (id integer, title date, creator blob, date timestamp)",
                "insert into books values (1, 'Not a date', x'4578616d706c65', '1999-05-12 10:00:00'), (2, 20, 'Text', 1999)");
        assertThat(typed.err()).contains("books: 2 new").doesNotContain("fault of Sheaf");
        assertThat(exported()).contains("<dc:title>Not a date</dc:title>", "<dc:creator>Example</dc:creator>",
                "<dc:date>1999-05-12T10:00:00</dc:date>", "<dc:title>20</dc:title>", "<dc:date>1999</dc:date>");
    }
}
