package io.tributary.webhook;

import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.event.Outbox;
import io.tributary.webhook.EndpointRepo.Held;
import io.tributary.webhook.ManualAttemptRepo.Range;
import io.tributary.webhook.WebhookMessages.Batch;
import io.tributary.webhook.WebhookMessages.Expunge;
import io.tributary.webhook.WebhookMessages.Recover;
import io.tributary.webhook.WebhookMessages.Replay;
import io.tributary.webhook.WebhookMessages.Resend;
import io.tributary.webhook.WebhookMessages.Scope;
import io.tributary.webhook.WebhookMessages.SendExample;

/** Commands on messages that a user requests. Runs on virtual threads. */
final class MessageCommands {
  /** Rows per transaction, few enough that the lock on the endpoint's row is brief. */
  private static final int LOOK = 5_000;

  private final Db db;
  private final EndpointRepo endpoints;
  private final ManualAttemptRepo manual = new ManualAttemptRepo();
  private final ExampleMessageRepo examples = new ExampleMessageRepo();
  private final MessageRedaction expunges = new MessageRedaction();

  MessageCommands(Db db, EndpointRepo endpoints) {
    this.db = db;
    this.endpoints = endpoints;
  }

  String resend(Resend m) {
    return db.tx(
        tx -> {
          Held endpoint = held(tx, m.scope(), m.endpoint());
          boolean kept =
              manual
                  .kept(tx, m.endpoint(), m.message())
                  .orElseThrow(() -> ServiceException.notFound("message"));
          enabled(endpoint);
          if (!kept) {
            throw ServiceException.invalid("the payload of this message is no longer kept");
          }
          manual.add(tx, m.endpoint(), endpoint.shard(), m.message());
          tx.wakeAfterCommit(Outbox.queue(endpoint.shard()));
          return m.message();
        });
  }

  /**
   * Adds attempts for all messages of a window.
   *
   * <p>Each step is a transaction of its own, so that a million messages need neither much memory
   * nor a long lock, and the first attempts are sent immediately. If the command is interrupted,
   * the queued attempts remain; repeating the command adds the others.
   */
  int batch(Batch m) {
    Range range =
        switch (m) {
          case Recover r -> Range.LOST;
          case Replay r -> Range.ALL;
        };
    MessageFilter filter =
        switch (m) {
          case Recover r -> new MessageFilter(null, null, r.since(), r.until(), null);
          case Replay r -> new MessageFilter(null, r.type(), r.since(), r.until(), r.user());
        };
    int count = 0;
    String high = WebhookMessageRepo.high(filter.until());
    String low = WebhookMessageRepo.low(filter.since());
    while (low != null) {
      String from = low;
      ManualAttemptRepo.Step step =
          db.tx(
              tx -> {
                Held endpoint = held(tx, m.scope(), m.endpoint());
                enabled(endpoint);
                tx.wakeAfterCommit(Outbox.queue(endpoint.shard()));
                return manual.addMany(
                    tx, range, m.endpoint(), endpoint.shard(), filter, from, high, LOOK);
              });
      count += step.added();
      low = step.last();
    }
    return count;
  }

  String example(SendExample m) {
    return db.tx(
        tx -> {
          Held endpoint = held(tx, m.scope(), m.endpoint());
          enabled(endpoint);
          tx.wakeAfterCommit(Outbox.queue(endpoint.shard()));
          return examples.add(tx, m.scope(), m.endpoint(), endpoint.shard(), m.eventType());
        });
  }

  void expunge(Expunge m) {
    db.tx(
        tx -> {
          held(tx, m.scope(), m.endpoint());
          if (manual.kept(tx, m.endpoint(), m.message()).isEmpty()) {
            throw ServiceException.notFound("message");
          }
          expunges.remove(tx, m.scope(), m.message());
          return null;
        });
  }

  private Held held(Tx tx, Scope scope, String id) {
    return Endpoints.found(endpoints.hold(tx, scope, id));
  }

  private static void enabled(Held endpoint) {
    if (endpoint.disabled()) {
      throw ServiceException.conflict("the webhook is disabled");
    }
  }
}
