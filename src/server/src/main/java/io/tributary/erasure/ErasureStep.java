package io.tributary.erasure;

import java.util.Objects;

/**
 * Step of the erasure: the rows of a user in one table.
 *
 * @param sql deletes at most $2 rows of user $1, or removes the user from them, and selects one row
 *     with their number ({@code n})
 * @param freed whether the rows stay without the user
 * @param scans whether no index leads to the rows, so that the step runs once instead of in every
 *     batch
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

  /** Returns the step as one that runs once; a deleted user gets no new rows of this kind. */
  ErasureStep once() {
    return new ErasureStep(table, sql, freed, true);
  }

  /** Returns the counter name of the step's rows. */
  String counterName() {
    return freed ? table + FREED : table;
  }

  /** Returns the table of a counter name. */
  static String table(String counted) {
    return counted.endsWith(FREED)
        ? counted.substring(0, counted.length() - FREED.length())
        : counted;
  }

  /** Deletes rows whose {@code user_id} is the user. */
  static ErasureStep deleteOwn(String table) {
    return deleteFound(table, "select ctid from " + table + " where user_id = $1");
  }

  /**
   * Deletes the user's rows of a partitioned table by primary key, because a ctid is unique only
   * within one partition.
   *
   * @param key the primary key
   */
  static ErasureStep deleteByKey(String table, String key) {
    return new ErasureStep(table, KEYED.formatted(table, key), false, false);
  }

  /** Deletes rows of a child table of a user's rows. */
  static ErasureStep deleteChildren(String parent, String key, String table, String column) {
    return deleteFound(
        table,
        "select d.ctid from %s p join %s d on d.%s = p.%s where p.user_id = $1"
            .formatted(parent, table, column, key));
  }

  /**
   * @param ctids query for the rows, to which a limit is appended
   */
  static ErasureStep deleteFound(String table, String ctids) {
    return deleteSized(table, "1", ctids);
  }

  /**
   * @param size the count that each row contributes
   */
  static ErasureStep deleteSized(String table, String size, String ctids) {
    return new ErasureStep(table, DELETE.formatted(table, ctids, size), false, false);
  }

  /**
   * Keeps rows but removes the user from them.
   *
   * @param change the SET clause
   * @param ctids query for the rows that still name the user
   */
  static ErasureStep freed(String table, String change, String ctids) {
    return new ErasureStep(table, FREE.formatted(table, ctids, change), true, false);
  }
}
