package io.tributary.testkit;

import io.tributary.db.Db;
import io.tributary.db.Rows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;

/** Looks for texts where none of them may lie: in every column, and in what the server writes. */
public final class ClearText {
  /** Files of the database, and of the log of changes since the beginning. */
  private static final String LOOK =
      """
      with texts as (
        select t, convert_to(t, 'UTF8') as bytes from unnest($1::text[]) t
      ), files as (
        select 'base/' || d.oid || '/' || f as name
          from pg_database d, pg_ls_dir('base/' || d.oid) f where d.datname = current_database()
         union all
        select 'pg_wal/' || name from pg_ls_waldir() where modification >= $2 - interval '1 second'
      )
      select n.name || ': ' || left(t.t, 4) as found
        from files n
       cross join lateral (select pg_read_binary_file(n.name, true) as bytes offset 0) f
       cross join texts t
       where position(t.bytes in f.bytes) > 0
      """
          .replaceAll("\\$[12]", "?");

  private final Db db;
  private final String url;
  private final Instant began;

  /**
   * From now on.
   *
   * @param url of the database
   */
  public ClearText(Db db, String url) {
    this.db = db;
    this.url = url;
    this.began =
        Rows.first(db.query("select clock_timestamp() as t"), r -> Rows.instant(r, "t"))
            .orElseThrow();
  }

  /** Tables whose rows hold the text in any of the forms that it could lie there in. */
  public List<String> tables(String text) {
    List<String> tables =
        Rows.list(
            db.query(
                "select relname::text from pg_class where relnamespace = 'public'::regnamespace"
                    + " and relkind in ('r', 'p') and not relispartition order by 1"),
            r -> r.getString("relname"));
    List<String> found = new ArrayList<>();
    for (String table : tables) {
      for (String form : forms(text)) {
        boolean there =
            db.query(
                        "select 1 from \"" + table + "\" t where strpos(t::text, $1) > 0 limit 1",
                        form)
                    .size()
                > 0;
        if (there) {
          found.add(table);
        }
      }
    }
    return found;
  }

  private static List<String> forms(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return List.of(
        text,
        HexFormat.of().formatHex(bytes),
        // Without the end, which depends on what follows.
        Base64.getEncoder().withoutPadding().encodeToString(bytes).substring(0, 16));
  }

  /** Which of the texts lie in files of the database, or in what the server has logged to redo. */
  public List<String> inFiles(Collection<String> texts) {
    try (Connection server = Pg.superuser(url)) {
      try (Statement flush = server.createStatement()) {
        flush.execute("checkpoint");
      }
      try (PreparedStatement look = server.prepareStatement(LOOK)) {
        look.setArray(1, server.createArrayOf("text", texts.toArray()));
        look.setObject(2, began.atOffset(ZoneOffset.UTC));
        try (ResultSet rows = look.executeQuery()) {
          List<String> found = new ArrayList<>();
          while (rows.next()) {
            found.add(rows.getString("found"));
          }
          return found;
        }
      }
    } catch (SQLException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
