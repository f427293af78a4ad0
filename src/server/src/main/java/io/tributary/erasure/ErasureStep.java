package io.tributary.erasure;

import java.util.Objects;

/**
 * Rows of users in one table.
 *
 * @param table which one
 * @param sql takes at most $2 of the rows of user $1 away and selects, in one row, how many ({@code
 *     n}); rows that others need are only freed of the user
 * @param freed whether the rows themselves stay
 * @param scans whether no index leads to them: they are looked for once, not in every portion
 */
record ErasureStep(String table, String sql, boolean freed, boolean scans) {
  private static final String FREED = "_freed";

  private static final String DELETE =
      """
      with gone as (
        delete from %1$s where ctid = any (array(%2$s limit $2)) returning %3$s as size
      )
      select count(*) as rows, coalesce(sum(size), 0)::bigint as n from gone
      """;
  private static final String KEYED =
      """
      with gone as (
        delete from %1$s where %2$s = any (array(
          select %2$s from %1$s where user_id = $1 limit $2)) returning 1
      )
      select count(*) as rows, count(*) as n from gone
      """;
  private static final String FREE =
      """
      with freed as (
        update %1$s set %3$s where ctid = any (array(%2$s limit $2)) returning 1
      )
      select count(*) as rows, count(*) as n from freed
      """;

  ErasureStep {
    Objects.requireNonNull(table);
    Objects.requireNonNull(sql);
  }

  /** The same, looked for once: nothing of a deleted user comes to be there. */
  ErasureStep once() {
    return new ErasureStep(table, sql, freed, true);
  }

  /** The name that its rows are counted by. */
  String counted() {
    return freed ? table + FREED : table;
  }

  /** The table of a name that rows are counted by. */
  static String table(String counted) {
    return counted.endsWith(FREED)
        ? counted.substring(0, counted.length() - FREED.length())
        : counted;
  }

  /** Rows that name the user in {@code user_id}. */
  static ErasureStep own(String table) {
    return found(table, "select ctid from " + table + " where user_id = $1");
  }

  /**
   * The same of a table that consists of parts, where a ctid would mean a row of each part.
   *
   * @param key its primary key
   */
  static ErasureStep keyed(String table, String key) {
    return new ErasureStep(table, KEYED.formatted(table, key), false, false);
  }

  /** Rows of something else of the user's. */
  static ErasureStep of(String parent, String key, String table, String column) {
    return found(
        table,
        "select d.ctid from %s p join %s d on d.%s = p.%s where p.user_id = $1"
            .formatted(parent, table, column, key));
  }

  /**
   * @param ctids which rows; before a limit
   */
  static ErasureStep found(String table, String ctids) {
    return sized(table, "1", ctids);
  }

  /**
   * @param size what a row counts as
   */
  static ErasureStep sized(String table, String size, String ctids) {
    return new ErasureStep(table, DELETE.formatted(table, ctids, size), false, false);
  }

  /**
   * Rows that stay without the user.
   *
   * @param change what is set
   * @param ctids rows that still name the user
   */
  static ErasureStep freed(String table, String change, String ctids) {
    return new ErasureStep(table, FREE.formatted(table, ctids, change), true, false);
  }
}
