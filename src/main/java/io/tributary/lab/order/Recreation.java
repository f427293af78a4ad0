package io.tributary.lab.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.kernel.Refusal;
import io.tributary.lab.account.LabAccount;
import io.tributary.lab.catalogue.CollectionMethod;
import io.tributary.lab.catalogue.OrderSet;
import io.tributary.lab.catalogue.OrderedSet;
import io.tributary.lab.catalogue.OrderedTests;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Origin;
import io.tributary.lab.state.Status;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** An order that takes the place of another one, with what that one came with: labs.md §4. */
final class Recreation {
  private static final String MARKERS =
      "select marker_id from lab_order_marker where order_id = $1 order by position";

  private final OrderBook book;
  private final Ordering ordering;

  Recreation(OrderBook book, Ordering ordering) {
    this.book = book;
    this.ordering = ordering;
  }

  private record Content(int lab, UUID test, List<Integer> markers, Modality modality) {}

  ObjectNode recreate(Tx tx, OrderMessages.RecreateOrder m) {
    OrderRow old =
        book.lock(tx, m.tenant(), m.order()).orElseThrow(() -> Refusal.notFound("order"));
    Content content = m.set().map(s -> ordered(tx, m, old, s)).orElseGet(() -> same(tx, old));
    boolean elsewhere = m.reason() == RecreateReason.INCORRECT_LAB;
    Optional<UUID> wanted = m.account().or(() -> m.set().flatMap(OrderSet::labAccountId));
    if (wanted.isEmpty() && !elsewhere && content.lab() == old.lab()) {
      wanted = Ordering.named(tx, old.account());
    }
    String state = (old.address().isNull() ? old.shipping() : old.address()).get("state").asText();
    LabAccount account =
        ordering
            .accounts()
            .resolve(tx, m.tenant(), content.lab(), wanted, old.terms().billing(), state, false);
    OrderDraft draft =
        new OrderDraft(
            m.tenant(),
            old.user(),
            Optional.of(old),
            Origin.RECREATION,
            content.lab(),
            Optional.of(account.id()),
            content.test(),
            content.markers(),
            content.modality(),
            old.patient(),
            old.address(),
            old.shipping(),
            old.terms().about(content.markers()),
            Optional.empty(),
            Optional.empty());
    book.move(tx, old, Status.of(LowStatus.CANCELLED));
    return book.open(tx, draft).view();
  }

  private static Content same(Tx tx, OrderRow old) {
    List<Integer> markers = Rows.list(tx.query(MARKERS, old.id()), r -> r.getInteger("marker_id"));
    return new Content(old.lab(), old.labTest(), markers, again(old));
  }

  /** Whose sample a registered kit holds is known: the next one is an ordinary kit. */
  private static Modality again(OrderRow old) {
    return old.modality() == Modality.REGISTRABLE_KIT && !old.patient().isNull()
        ? Modality.KIT
        : old.modality();
  }

  private static Content ordered(Tx tx, OrderMessages.RecreateOrder m, OrderRow old, OrderSet set) {
    CollectionMethod method = method(old.modality());
    OrderedSet s = OrderedTests.resolve(tx, m.tenant(), set, Optional.of(method));
    return new Content(s.lab().id(), s.test(), s.markerIds(), again(old));
  }

  private static CollectionMethod method(Modality modality) {
    return switch (modality) {
      case WALK_IN -> CollectionMethod.WALK_IN_TEST;
      case PHLEBOTOMY -> CollectionMethod.AT_HOME_PHLEBOTOMY;
      case ON_SITE -> CollectionMethod.ON_SITE_COLLECTION;
      case KIT, REGISTRABLE_KIT -> CollectionMethod.TESTKIT;
    };
  }
}
