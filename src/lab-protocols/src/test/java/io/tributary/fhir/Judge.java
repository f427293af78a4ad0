package io.tributary.fhir;

import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.context.support.DefaultProfileValidationSupport;
import ca.uhn.fhir.validation.FhirValidator;
import ca.uhn.fhir.validation.ResultSeverityEnum;
import ca.uhn.fhir.validation.SingleValidationMessage;
import ca.uhn.fhir.validation.ValidationResult;
import java.util.List;
import java.util.Optional;
import org.hl7.fhir.common.hapi.validation.support.CommonCodeSystemsTerminologyService;
import org.hl7.fhir.common.hapi.validation.support.InMemoryTerminologyServerValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.PrePopulatedValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.UnknownCodeSystemWarningValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.ValidationSupportChain;
import org.hl7.fhir.common.hapi.validation.validator.FhirInstanceValidator;

/**
 * HAPI's validator with the definitions of FHIR R4 from its jars and without any network. It checks
 * vital signs against their profiles by itself, and our own codes against our code system. LOINC is
 * not in the jars: its codes are unknown to it, which is a warning.
 */
public final class Judge {
  private final FhirValidator validator;

  /**
   * @param codes our code system, as the service serves it
   */
  public Judge(String codes) {
    this(Optional.of(codes));
  }

  /** For resources without codes of our own. */
  public static Judge plain() {
    return new Judge(Optional.empty());
  }

  private Judge(Optional<String> codes) {
    FhirContext context = FhirContext.forR4();
    PrePopulatedValidationSupport own = new PrePopulatedValidationSupport(context);
    codes.ifPresent(c -> own.addCodeSystem(context.newJsonParser().parseResource(c)));
    FhirInstanceValidator instances =
        new FhirInstanceValidator(
            new ValidationSupportChain(
                new DefaultProfileValidationSupport(context),
                own,
                new CommonCodeSystemsTerminologyService(context),
                new InMemoryTerminologyServerValidationSupport(context),
                new UnknownCodeSystemWarningValidationSupport(context)));
    validator = context.newValidator().registerValidatorModule(instances);
  }

  /** What is wrong with a resource; warnings are not. */
  public List<String> errors(String resource) {
    ValidationResult result = validator.validateWithResult(resource);
    return result.getMessages().stream()
        .filter(m -> m.getSeverity().compareTo(ResultSeverityEnum.ERROR) >= 0)
        .map(Judge::text)
        .distinct()
        .toList();
  }

  private static String text(SingleValidationMessage m) {
    return m.getLocationString() + ": " + m.getMessage();
  }
}
