package io.tributary.bulk;

import io.tributary.bus.BusMessage;
import io.tributary.core.KeysetCursor;
import io.tributary.core.Tenant;
import io.tributary.link.GrantImporter;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Commands on {@code bulk.command}, and the event published on {@code bulk.finished}. */
public sealed interface BulkMessages {
  sealed interface Command extends BulkMessages, BusMessage.Local {}

  /**
   * Queues a historical trigger for each user's connection with the provider. Replies with {@link
   * BulkAccepted} after the rows are committed.
   */
  record TriggerPulls(Tenant tenant, String provider, List<UUID> users) implements Command {
    public TriggerPulls {
      users = List.copyOf(users);
    }
  }

  /**
   * Stores grants to be imported as connections. Replies with {@link BulkAccepted} after they are
   * committed, or fails as invalid when the team has no application of its own.
   */
  record ImportGrants(Tenant tenant, String provider, List<GrantImporter.Grant> grants)
      implements Command {
    public ImportGrants {
      grants = List.copyOf(grants);
    }

    @Override
    public String toString() {
      return "ImportGrants[***]";
    }
  }

  /**
   * Reads a page of grants. Replies with {@link Exported}.
   *
   * @param users empty for all users
   * @param after start of the page
   * @param apiKey API key of the caller; empty for an access token
   */
  record ExportGrants(
      Tenant tenant,
      String provider,
      Optional<List<UUID>> users,
      KeysetCursor after,
      Optional<String> apiKey)
      implements Command {
    @Override
    public String toString() {
      return "ExportGrants[***]";
    }
  }

  /**
   * Tokens for the requesting team. Never log them.
   *
   * @param next start of the next page; empty at the end
   */
  record Exported(List<GrantImporter.Grant> grants, Optional<KeysetCursor> next)
      implements BusMessage.Local {
    @Override
    public String toString() {
      return "Exported[***]";
    }
  }

  /** Pauses each user's connection with the provider. Replies with {@code CompletedWorkout}. */
  record PauseConnections(Tenant tenant, String provider, List<UUID> users) implements Command {
    public PauseConnections {
      users = List.copyOf(users);
    }
  }

  /**
   * Confirms that the operation is committed.
   *
   * @param finished true when the operation had nothing to wait for
   */
  record BulkAccepted(UUID op, boolean finished) implements BusMessage.Local {}

  /** Published when an operation has ended. The row holds the same status. */
  record BulkFinished(UUID op, String status) implements BulkMessages, BusMessage.Remote {}
}
