package io.tributary.erasure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.db.RowMapping;
import io.tributary.testkit.TestNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that every table is either erased or known to hold no user data. A new table that fails
 * here must be added to {@link ErasurePlan}, or to this list with the reason.
 */
class ErasurePlanTest {
  private static final Map<String, String> TABLES_WITHOUT_USER_DATA = new TreeMap<>();

  static {
    none(
        "of an installation, an organisation or a team",
        "organisation team team_environment api_key management_key access_token installation_secret"
            + " actor_lease provider_app provider_webhook scope_requirement pull_preference"
            + " source_priority continuous_query streaming_destination event_log portal_link"
            + " portal_session webhook_endpoint webhook_secret flyway_schema_history installation");
    none("figures without anybody", "delivery_count user_count bulk_op");
    none(
        "catalogues of laboratories, places and accounts",
        "lab marker marker_result marker_question marker_answer marker_reflex loinc"
            + " lab_catalogue_file lab_test lab_test_marker lab_account lab_account_team payor"
            + " payor_number lab_site lab_scheduling phlebotomy_area zip_code appointment_slot"
            + " site_availability");
    none("what tests are called in reports", "report_synonym");
    none("go with their message, by a trigger", "delivery delivery_attempt manual_attempt");
    none("grants on their way in, sealed, for minutes", "bulk_import_batch");
    none("goes with the user's row", "erasure");
    none(
        "an audit trail: random ids, no name and no value (ADR 0127)",
        "audit_chain audit_entry audit_anchor audit_outbox");
    none("of the installation", "installation");
    none("names nobody", "erasure_receipt erased_lab_sample erasure_vacuum");
  }

  private static void none(String why, String tables) {
    for (String t : tables.split(" ")) {
      TABLES_WITHOUT_USER_DATA.put(t, why);
    }
  }

  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  /**
   * A key whose transaction was rolled back must not sign, because its signatures could not be
   * verified.
   */
  @Test
  void aKeyIsKeptOnlyOnceItIsStored() {
    node.db().query("delete from installation_secret where name = 'erasure-receipt'");
    ReceiptKey key = new ReceiptKey(node.secrets());
    assertThrows(
        IllegalStateException.class,
        () ->
            node.db()
                .tx(
                    tx -> {
                      key.publicKeys(tx);
                      throw new IllegalStateException("rolled back");
                    }));
    assertEquals(
        node.db().tx(new ReceiptKey(node.secrets())::publicKeys), node.db().tx(key::publicKeys));
  }

  private static Set<String> names(String sql) {
    return new TreeSet<>(RowMapping.list(node.db().query(sql), r -> r.getString(0)));
  }

  @Test
  void everyTableIsErasedFromOrHoldsNothingOfUsers() {
    Set<String> known = new TreeSet<>(ErasureTables.tables());
    known.add("app_user");
    known.addAll(TABLES_WITHOUT_USER_DATA.keySet());
    // Partitions hold the rows of their table.
    Set<String> tables =
        names(
            "select relname::text from pg_class where relnamespace = 'public'::regnamespace"
                + " and relkind in ('r', 'p') and not relispartition");
    assertTrue(tables.containsAll(ErasureTables.tables()), "none that is gone");
    tables.removeAll(known);
    assertEquals(Set.of(), tables, "nobody knows whether these hold anything of users");
    for (String t : ErasureTables.tables()) {
      assertEquals(null, TABLES_WITHOUT_USER_DATA.get(t), t);
    }
  }

  /** The {@code ctid} of a row is unique only within one partition. */
  @Test
  void noRowOfAPartitionedTableIsAddressedByCtid() {
    Set<String> ofParts =
        names(
            "select relname::text from pg_class where relnamespace = 'public'::regnamespace"
                + " and relkind = 'p'");
    assertTrue(ofParts.contains("message"));
    for (ErasureStep k : ErasurePlan.STEPS) {
      assertFalse(ofParts.contains(k.table()) && k.sql().contains("ctid"), k.table());
    }
  }

  /**
   * Rows that reference a user through foreign keys, directly or not, are erased explicitly and
   * counted.
   */
  @Test
  void whatHangsOnAUserIsErased() {
    Set<String> hanging =
        names(
            """
            with recursive hangs as (
              select 'app_user'::regclass::oid as t
               union
              select c.conrelid from pg_constraint c join hangs h on c.confrelid = h.t
               where c.contype = 'f'
            )
            select t::regclass::text from hangs
            """);
    hanging.removeAll(ErasureTables.tables());
    assertEquals(Set.of("app_user", "erasure"), hanging);
  }

  /**
   * Rows are erased before the rows they reference; otherwise a cascade would delete them uncounted
   * and in one statement.
   */
  @Test
  void rowsGoBeforeThoseThatTheyBelongTo() {
    List<String> order =
        ErasurePlan.STEPS.stream().filter(k -> !k.freed()).map(ErasureStep::table).toList();
    node.db()
        .query(
            """
            select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent
              from pg_constraint c
             where c.contype = 'f' and c.confdeltype = 'c' and c.conrelid <> c.confrelid
            """)
        .forEach(
            r -> {
              int child = order.indexOf(r.getString("child"));
              int parent = order.indexOf(r.getString("parent"));
              if (child >= 0 && parent >= 0 && child > parent) {
                throw new AssertionError(r.getString("child") + " after " + r.getString("parent"));
              }
            });
  }
}
