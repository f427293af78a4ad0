package io.tributary.lab.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.db.RowMapping;
import io.tributary.testkit.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads the installation's own laboratory accounts from a file. */
class LabAccountLoaderTest {
  private static TestNode node;
  @TempDir Path folder;

  @BeforeAll
  static void start() {
    node = LabTestNode.start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private void load(String accounts) {
    try {
      Files.writeString(folder.resolve("accounts.json"), "{\"accounts\":[" + accounts + "]}");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    new AccountLoader(node.db(), folder.toString()).load();
  }

  private static String account(UUID id, String more) {
    return """
    {"id":"%s","lab":"tamberline","environment":"production","number":"7",
     "billing":{"client_bill":["AZ"]}%s}
    """
        .formatted(id, more);
  }

  private static <T> T column(UUID id, String column, Class<T> type) {
    return type.cast(
        RowMapping.list(
                node.db().query("select " + column + " as v from lab_account where id = $1", id),
                r -> r.getValue("v"))
            .getFirst());
  }

  @Test
  void whatTheFileSaysIsWhatThereIs() {
    UUID id = Ids.uuid();
    UUID team = node.first().team();
    load(account(id, ",\"teams\":[\"" + team + "\",\"" + Ids.uuid() + "\"]"));
    assertEquals("active", column(id, "status", String.class));
    assertEquals(
        List.of(team),
        RowMapping.list(
            node.db().query("select team_id from lab_account_team where account_id = $1", id),
            r -> r.getUUID("team_id")));
    load(
        account(id, ",\"status\":\"suspended\",\"billing\":{\"patient_bill\":[\"all\"]}")
            .replace("\"billing\":{\"client_bill\":[\"AZ\"]},", ""));
    assertEquals("suspended", column(id, "status", String.class));
    assertEquals(
        UsStates.ALL.size(),
        column(id, "jsonb_array_length(allowed_billing -> 'patient_bill')", Integer.class));
    assertEquals(
        0, node.db().query("select 1 from lab_account_team where account_id = $1", id).size());
  }

  @Test
  void whoIsForEveryoneMayChangeAndWhatIsGoneStays() {
    UUID one = Ids.uuid();
    UUID two = Ids.uuid();
    load(account(one, ",\"everyone\":true"));
    load(account(one, "") + "," + account(two, ",\"everyone\":true"));
    assertEquals(Boolean.FALSE, column(one, "is_default", Boolean.class));
    assertEquals(Boolean.TRUE, column(two, "is_default", Boolean.class));
    load(account(two, ",\"everyone\":true"));
    assertEquals("active", column(one, "status", String.class));
  }

  @Test
  void aFaultyFileStopsTheStartAndStoresNothing() {
    UUID good = Ids.uuid();
    for (String bad :
        List.of(
            account(Ids.uuid(), ",\"everyone\":true") + "," + account(good, ",\"everyone\":true"),
            account(good, "").replace("tamberline", "nowhere"),
            account(good, "").replace("production", "nowhere"),
            account(good, "").replace("AZ", "ZZ"),
            account(good, "").replace("client_bill", "cash"),
            account(good, ",\"status\":\"gone\""),
            account(good, ",\"colour\":\"red\""),
            account(good, "") + "," + account(good, ""),
            account(good, "").replace("\"number\":\"7\",", ""))) {
      assertThrows(IllegalStateException.class, () -> load(bad), bad);
      assertEquals(0, node.db().query("select 1 from lab_account where id = $1", good).size(), bad);
    }
  }

  @Test
  void anAccountOfAnOrganisationIsNeverOverwritten() {
    UUID id = Ids.uuid();
    node.db()
        .query(
            """
            insert into lab_account (id, lab_id, environment, org_id, status, delegated_flow,
                                     provider_account_id, allowed_billing)
            select $1, id, 'production', $2, 'pending', 'not_delegated', 'x', '{}'
              from lab where slug = 'tamberline'
            """,
            id,
            node.first().org());
    assertThrows(IllegalStateException.class, () -> load(account(id, "")));
    assertEquals("x", column(id, "provider_account_id", String.class));
    assertTrue(new AccountFile(null, null).validationErrors().isEmpty());
  }
}
