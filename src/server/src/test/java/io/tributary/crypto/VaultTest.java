package io.tributary.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.testkit.TestNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class VaultTest {
  private static final byte[] MASTER = new byte[32];
  private static final byte[] NEXT =
      "a master key of thirty-two bytes".getBytes(StandardCharsets.UTF_8);

  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static UUID team() {
    return node.tenant().team();
  }

  private static KeyOwner.User user() {
    return user(node);
  }

  private static KeyOwner.User user(TestNode of) {
    String made =
        of.post("/v2/user/", "{\"client_user_id\":\"vault-" + Ids.randomHex(4) + "\"}")
            .expect(200)
            .json()
            .path("user_id")
            .asText();
    return new KeyOwner.User(of.tenant().team(), UUID.fromString(made));
  }

  private static Vault reopen(byte[]... keys) {
    return Vault.open(node.db(), new MasterKeys(List.of(keys)));
  }

  @Test
  void whatIsSealedForAUserOpensInItsPlaceOnly() {
    Vault vault = reopen(MASTER);
    byte[] sealed = vault.seal(user(), "a token", "row 1");
    assertEquals("a token", vault.open(sealed, "row 1"));
    assertEquals("a token", reopen(MASTER).open(sealed, "row 1"), "another node");
    assertThrows(IllegalStateException.class, () -> vault.open(sealed, "row 2"));
    byte[] bent = sealed.clone();
    bent[bent.length - 1] ^= 1;
    assertThrows(IllegalStateException.class, () -> vault.open(bent, "row 1"));
    assertFalse(
        new String(sealed, StandardCharsets.ISO_8859_1).contains("a token"), "in clear text");
  }

  @Test
  void nothingStaysNothing() {
    assertNull(reopen(MASTER).seal(user(), null, "row"));
    assertNull(reopen(MASTER).open(null, "row"));
  }

  @Test
  void twoUsersAndATeamHaveKeysOfTheirOwn() {
    Vault vault = reopen(MASTER);
    byte[] one = vault.seal(user(), "x", "row");
    byte[] two = vault.seal(user(), "x", "row");
    byte[] team = vault.seal(new KeyOwner.Team(team()), "x", "row");
    assertFalse(Arrays.equals(key(one), key(two)));
    assertFalse(Arrays.equals(key(one), key(team)));
    assertArrayEquals(key(team), key(vault.seal(new KeyOwner.Team(team()), "y", "other row")));
  }

  @Test
  void whatWasSealedBeforeThereWereDataKeysOpens() {
    Vault vault = reopen(MASTER);
    byte[] old = vault.installation().seal("from before", "row");
    assertEquals("from before", vault.open(old, "row"));
  }

  @Test
  void anInstallationOfBeforeKeepsItsKeyAndANewOneHasOneOfItsOwn() {
    byte[] sealed = new Encryption(MASTER).seal("from before", "row");
    assertThrows(
        IllegalStateException.class, () -> reopen(MASTER).open(sealed, "row"), "a new one");
    try (TestNode before = TestNode.start()) {
      before.db().query("delete from data_key");
      Vault vault = Vault.open(before.db(), MasterKeys.of(MASTER));
      assertEquals("from before", vault.open(sealed, "row"));
    }
  }

  @Test
  void anInstallationThatHasSealedSomethingWithoutATeamKeepsItsKeyToo() {
    try (TestNode before = TestNode.start()) {
      String elsewhere = TestNode.newMigratedDatabase();
      Db db = Db.open(before.vertx(), elsewhere, Defaults.config().db());
      try {
        byte[] sealed = new Encryption(MASTER).seal("from before", "row");
        db.query(
            "insert into installation_secret (name, value_encrypted) values ('x', $1)",
            io.vertx.core.buffer.Buffer.buffer(sealed));
        assertEquals("from before", Vault.open(db, MasterKeys.of(MASTER)).open(sealed, "row"));
      } finally {
        db.close().await();
      }
    }
  }

  @Test
  void anErasedUsersSecretsOpenNoMore() {
    KeyOwner.User user = user();
    byte[] sealed = reopen(MASTER).seal(user, "a token", "row");
    node.db().query("delete from app_user where id = $1", user.user());
    IllegalStateException gone =
        assertThrows(IllegalStateException.class, () -> reopen(MASTER).open(sealed, "row"));
    assertTrue(gone.getMessage().contains("erased"), gone.getMessage());
  }

  @Test
  void aKeyOfATransactionThatWasUndoneSealsNothingLater() {
    Vault vault = reopen(MASTER);
    KeyOwner.User user = user();
    assertThrows(
        ArithmeticException.class,
        () ->
            node.db()
                .tx(
                    tx -> {
                      vault.seal(tx, user, "lost", "row");
                      throw new ArithmeticException("undone");
                    }));
    byte[] sealed = vault.seal(user, "kept", "row");
    assertEquals("kept", reopen(MASTER).open(sealed, "row"));
  }

  @Test
  void manyAtOnceMakeOneKey() throws Exception {
    KeyOwner.User user = user();
    CountDownLatch go = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<byte[]>> sealed =
          IntStream.range(0, 8)
              .mapToObj(
                  i ->
                      threads.submit(
                          () -> {
                            go.await();
                            return reopen(MASTER).seal(user, "token " + i, "row");
                          }))
              .toList();
      go.countDown();
      for (int i = 0; i < sealed.size(); i++) {
        assertEquals("token " + i, reopen(MASTER).open(sealed.get(i).get(), "row"));
        assertArrayEquals(key(sealed.getFirst().get()), key(sealed.get(i).get()));
      }
    }
  }

  @Test
  void anotherMasterKeyIsRefusedByName() {
    ServiceException refused = assertThrows(ServiceException.class, () -> reopen(NEXT));
    assertEquals(ServiceException.Reason.UNAVAILABLE, refused.reason());
    assertTrue(refused.getMessage().contains(MasterKeys.id(MASTER)), refused.getMessage());
  }

  @Test
  void aNewMasterKeyTakesTheOldOnesPlace() {
    try (TestNode own = TestNode.start()) {
      KeyOwner.User owner = user(own);
      MasterKeys both = new MasterKeys(List.of(MASTER, NEXT));
      Vault running = Vault.open(own.db(), both);
      byte[] before = running.seal(owner, "a token", "row");
      byte[] secret = running.installation().seal("a secret", "row");

      assertEquals(
          2,
          MasterKeyRotation.run(own.db(), both.withNextInUse()),
          "the installation's, the team's");
      assertEquals(0, MasterKeyRotation.run(own.db(), both.withNextInUse()), "done before");

      byte[] after = running.seal(owner, "another token", "row");
      Vault fresh = Vault.open(own.db(), MasterKeys.of(NEXT));
      assertEquals("a token", fresh.open(before, "row"));
      assertEquals("another token", fresh.open(after, "row"));
      assertEquals("a secret", fresh.installation().openText(secret, "row"));
      assertThrows(ServiceException.class, () -> Vault.open(own.db(), MasterKeys.of(MASTER)));

      UUID other = Ids.uuid();
      own.db()
          .query(
              "insert into team (id, org_id, name) values ($1, $2, 'Later')",
              other,
              own.first().org());
      byte[] later = running.seal(new KeyOwner.Team(other), "later", "row");
      assertEquals(
          "later",
          Vault.open(own.db(), MasterKeys.of(NEXT)).open(later, "row"),
          "a node that knows both wraps with the one in use");
    }
  }

  @Test
  void aRekeyingWithoutTheOldKeyChangesNothing() {
    assertThrows(
        ServiceException.class, () -> MasterKeyRotation.run(node.db(), MasterKeys.of(NEXT)));
    reopen(MASTER);
  }

  private static byte[] key(byte[] sealed) {
    return Arrays.copyOfRange(sealed, 0, 17);
  }
}
