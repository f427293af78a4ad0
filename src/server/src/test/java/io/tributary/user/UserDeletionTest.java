package io.tributary.user;

import static io.tributary.user.UserFixture.assertRejected;
import static io.tributary.user.UserFixture.id;
import static io.tributary.user.UserFixture.path;
import static io.tributary.user.UserFixture.unusedReference;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.TestNode;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Deletion of a user, and recovery within the deletion grace period. */
class UserDeletionTest {
  private static TestNode node;
  private static UserFixture users;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_USERS_SANDBOX_LIMIT", "10000");
    users = new UserFixture(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aDeletedUserIsGoneAtOnceAndItsReferenceFree() {
    JsonNode user = users.create(unusedReference());
    String reference = user.get("client_user_id").asText();
    users.connect(user, "oura", "connected");
    node.post(path(user) + "/sign_in_token", null).expect(200);
    assertTrue(
        node.call("DELETE", path(user) + "/", null).expect(200).json().get("success").asBoolean());
    node.get(path(user)).expect(404);
    node.call("DELETE", path(user), null).expect(404);
    node.call("PATCH", path(user), "{}").expect(404);
    node.get("/v2/user/resolve/" + reference).expect(404);
    node.post(path(user) + "/sign_in_token", null).expect(404);
    assertEquals(0, users.count("connection", user));
    assertEquals(0, users.count("sign_in_token", user));
    assertNotEquals(id(user), id(users.create(reference)));
  }

  @Test
  void aDeletionCanBeUndoneInItsWindow() {
    JsonNode user = users.create(unusedReference());
    users.connect(user, "oura", "connected");
    node.call("DELETE", path(user), null).expect(200);
    node.post("/v2/user/undo_delete?user_id=" + id(user), null).expect(200);
    JsonNode back = node.get(path(user)).expect(200).json();
    assertEquals(0, back.get("connected_sources").size());
    assertEquals(user.get("created_on"), back.get("created_on"));
    node.post("/v2/user/undo_delete/?user_id=" + id(user), null).expect(404);
  }

  @Test
  void aReferenceUndoesItsNewestDeletion() {
    String reference = unusedReference();
    JsonNode older = users.create(reference);
    node.call("DELETE", path(older), null).expect(200);
    JsonNode newer = users.create(reference);
    node.call("DELETE", path(newer), null).expect(200);
    node.post("/v2/user/undo_delete?client_user_id=" + reference, null).expect(200);
    node.get(path(newer)).expect(200);
    node.get(path(older)).expect(404);
  }

  @Test
  void anUndoIsRefusedWhenTheReferenceIsTakenOrTheWindowOver() {
    String reference = unusedReference();
    JsonNode user = users.create(reference);
    node.call("DELETE", path(user), null).expect(200);
    JsonNode holder = users.create(reference);
    JsonNode detail =
        node.post("/v2/user/undo_delete?user_id=" + id(user), null)
            .expect(400)
            .json()
            .get("detail");
    assertEquals(id(holder), detail.get("user_id").asText());
    node.call("DELETE", path(holder), null).expect(200);
    node.db()
        .query(
            "update app_user set deleted_at = now() - interval '7 days 1 second' where id = $1",
            UUID.fromString(id(holder)));
    node.post("/v2/user/undo_delete?user_id=" + id(holder), null).expect(404);
    node.post("/v2/user/undo_delete?client_user_id=nobody", null).expect(404);
    node.post("/v2/user/undo_delete?client_user_id=a%00b", null).expect(404);
  }

  @Test
  void anUndoNamesExactlyOneUser() {
    String both = "?user_id=" + UUID.randomUUID() + "&client_user_id=x";
    assertRejected(node.post("/v2/user/undo_delete" + both, null), "query", "user_id");
    assertRejected(node.post("/v2/user/undo_delete", null), "query", "user_id");
    assertRejected(node.post("/v2/user/undo_delete?user_id=x", null), "query", "user_id");
  }
}
