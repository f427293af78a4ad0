package io.tributary.webhook;

import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.event.Outbox;
import io.tributary.webhook.EndpointRepo.SharedEndpoint;
import io.tributary.webhook.ManualAttemptRepo.MessageRange;
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
  private static final int ROWS_PER_TRANSACTION = 5_000;

  private final Db db;
  private final EndpointRepo endpoints;
  private final ManualAttemptRepo manual = new ManualAttemptRepo();
  private final ExampleMessageRepo examples = new ExampleMessageRepo();
  private final MessageRedaction redaction = new MessageRedaction();

  MessageCommands(Db db, EndpointRepo endpoints) {
    this.db = db;
    this.endpoints = endpoints;
  }

  String resend(Resend m) {
    return db.tx(
        tx -> {
          SharedEndpoint endpoint = lockShared(tx, m.scope(), m.endpoint());
          boolean kept =
              manual
                  .isPayloadStored(tx, m.endpoint(), m.message())
                  .orElseThrow(() -> ServiceException.notFound("message"));
          requireEnabled(endpoint);
          if (!kept) {
            throw ServiceException.badRequest("the payload of this message is no longer kept");
          }
          manual.add(tx, m.endpoint(), endpoint.shard(), m.message());
          tx.wakeAfterCommit(Outbox.deliveryQueue(endpoint.shard()));
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
  int addAttempts(Batch m) {
    MessageRange range =
        switch (m) {
          case Recover r -> MessageRange.UNDELIVERED;
          case Replay r -> MessageRange.ALL;
        };
    MessageFilter filter =
        switch (m) {
          case Recover r -> new MessageFilter(null, null, r.since(), r.until(), null);
          case Replay r -> new MessageFilter(null, r.type(), r.since(), r.until(), r.user());
        };
    int count = 0;
    String high = WebhookMessageRepo.upperBoundId(filter.until());
    String low = WebhookMessageRepo.lowestId(filter.since());
    while (low != null) {
      String from = low;
      ManualAttemptRepo.BatchStep step =
          db.tx(
              tx -> {
                SharedEndpoint endpoint = lockShared(tx, m.scope(), m.endpoint());
                requireEnabled(endpoint);
                tx.wakeAfterCommit(Outbox.deliveryQueue(endpoint.shard()));
                return manual.addMany(
                    tx,
                    range,
                    m.endpoint(),
                    endpoint.shard(),
                    filter,
                    from,
                    high,
                    ROWS_PER_TRANSACTION);
              });
      count += step.added();
      low = step.last();
    }
    return count;
  }

  String example(SendExample m) {
    return db.tx(
        tx -> {
          SharedEndpoint endpoint = lockShared(tx, m.scope(), m.endpoint());
          requireEnabled(endpoint);
          tx.wakeAfterCommit(Outbox.deliveryQueue(endpoint.shard()));
          return examples.add(tx, m.scope(), m.endpoint(), endpoint.shard(), m.eventType());
        });
  }

  void expunge(Expunge m) {
    db.tx(
        tx -> {
          lockShared(tx, m.scope(), m.endpoint());
          if (manual.isPayloadStored(tx, m.endpoint(), m.message()).isEmpty()) {
            throw ServiceException.notFound("message");
          }
          redaction.redact(tx, m.scope(), m.message());
          return null;
        });
  }

  private SharedEndpoint lockShared(Tx tx, Scope scope, String id) {
    return Endpoints.requireFound(endpoints.lockShared(tx, scope, id));
  }

  private static void requireEnabled(SharedEndpoint endpoint) {
    if (endpoint.disabled()) {
      throw ServiceException.conflict("the webhook is disabled");
    }
  }
}
