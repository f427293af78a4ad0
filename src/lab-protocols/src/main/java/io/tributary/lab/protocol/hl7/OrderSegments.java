package io.tributary.lab.protocol.hl7;

import ca.uhn.hl7v2.HL7Exception;
import ca.uhn.hl7v2.model.Message;
import ca.uhn.hl7v2.model.Segment;
import ca.uhn.hl7v2.model.v251.group.OML_O21_ORDER;
import ca.uhn.hl7v2.model.v251.group.OML_O21_PATIENT;
import ca.uhn.hl7v2.model.v251.group.ORM_O01_ORDER;
import ca.uhn.hl7v2.model.v251.group.ORM_O01_PATIENT;
import ca.uhn.hl7v2.model.v251.message.OML_O21;
import ca.uhn.hl7v2.model.v251.message.ORM_O01;
import java.util.Optional;

/** Access to the segments of an order in either message type. Accessing a segment creates it. */
sealed interface OrderSegments {
  Message message();

  Segment header();

  Segment patient();

  Segment patientNote(int n);

  Segment visit();

  Segment insurance();

  Segment guarantor();

  Segment order(int test);

  /** Returns the timing segment, which only the newer message type has. */
  Optional<Segment> timing(int test);

  Segment request(int test);

  Segment note(int test, int n);

  Segment diagnosis(int test, int n);

  Segment answer(int test, int n);

  Optional<Segment> sample(int test);

  static OrderSegments of(Hl7Profile.Format format, HapiParser hapi) {
    return switch (format) {
      case OML_O21 -> new Oml(hapi.prepare(new OML_O21()));
      case ORM_O01 -> new Orm(hapi.prepare(new ORM_O01()));
    };
  }

  /** Encodes the message; cannot fail for a message that this class has created. */
  static String encode(OrderSegments slots, HapiParser hapi) {
    try {
      return hapi.encode(slots.message());
    } catch (HL7Exception e) {
      throw new IllegalStateException("the order message cannot be encoded", e);
    }
  }

  record Oml(OML_O21 message) implements OrderSegments {
    private OML_O21_PATIENT group() {
      return message.getPATIENT();
    }

    private OML_O21_ORDER group(int test) {
      return message.getORDER(test);
    }

    @Override
    public Segment header() {
      return message.getMSH();
    }

    @Override
    public Segment patient() {
      return group().getPID();
    }

    @Override
    public Segment patientNote(int n) {
      return group().getNTE(n);
    }

    @Override
    public Segment visit() {
      return group().getPATIENT_VISIT().getPV1();
    }

    @Override
    public Segment insurance() {
      return group().getINSURANCE().getIN1();
    }

    @Override
    public Segment guarantor() {
      return group().getGT1();
    }

    @Override
    public Segment order(int test) {
      return group(test).getORC();
    }

    @Override
    public Optional<Segment> timing(int test) {
      return Optional.of(group(test).getTIMING().getTQ1());
    }

    @Override
    public Segment request(int test) {
      return group(test).getOBSERVATION_REQUEST().getOBR();
    }

    @Override
    public Segment note(int test, int n) {
      return group(test).getOBSERVATION_REQUEST().getNTE(n);
    }

    @Override
    public Segment diagnosis(int test, int n) {
      return group(test).getOBSERVATION_REQUEST().getDG1(n);
    }

    @Override
    public Segment answer(int test, int n) {
      return group(test).getOBSERVATION_REQUEST().getOBSERVATION(n).getOBX();
    }

    @Override
    public Optional<Segment> sample(int test) {
      return Optional.of(group(test).getOBSERVATION_REQUEST().getSPECIMEN().getSPM());
    }
  }

  record Orm(ORM_O01 message) implements OrderSegments {
    private ORM_O01_PATIENT group() {
      return message.getPATIENT();
    }

    private ORM_O01_ORDER group(int test) {
      return message.getORDER(test);
    }

    @Override
    public Segment header() {
      return message.getMSH();
    }

    @Override
    public Segment patient() {
      return group().getPID();
    }

    @Override
    public Segment patientNote(int n) {
      return group().getNTE(n);
    }

    @Override
    public Segment visit() {
      return group().getPATIENT_VISIT().getPV1();
    }

    @Override
    public Segment insurance() {
      return group().getINSURANCE().getIN1();
    }

    @Override
    public Segment guarantor() {
      return group().getGT1();
    }

    @Override
    public Segment order(int test) {
      return group(test).getORC();
    }

    @Override
    public Optional<Segment> timing(int test) {
      return Optional.empty();
    }

    @Override
    public Segment request(int test) {
      return group(test).getORDER_DETAIL().getOBR();
    }

    @Override
    public Segment note(int test, int n) {
      return group(test).getORDER_DETAIL().getNTE(n);
    }

    @Override
    public Segment diagnosis(int test, int n) {
      return group(test).getORDER_DETAIL().getDG1(n);
    }

    @Override
    public Segment answer(int test, int n) {
      return group(test).getORDER_DETAIL().getOBSERVATION(n).getOBX();
    }

    @Override
    public Optional<Segment> sample(int test) {
      return Optional.empty();
    }
  }
}
