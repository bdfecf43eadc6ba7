{{/* What the pods of the service and of its jobs have in common. */}}

{{- define "seatpreview.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "seatpreview.labels" -}}
app.kubernetes.io/name: seatpreview
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}

{{/* Pods of the service. Those of jobs have another name, so that no request and no budget counts them. */}}
{{- define "seatpreview.selector" -}}
app.kubernetes.io/name: seatpreview
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: service
{{- end -}}

{{- define "seatpreview.jobLabels" -}}
app.kubernetes.io/name: seatpreview
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: job
{{- end -}}

{{- define "seatpreview.podSettings" -}}
automountServiceAccountToken: false
# Kubernetes would set SEATPREVIEW_PORT and the like for a Service of that name, which are settings.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions:
            - key: kubernetes.io/arch
              operator: In
              values:
                {{- toYaml .Values.architectures | nindent 16 }}
{{- end -}}

{{- define "seatpreview.containerSettings" -}}
image: {{ printf "%s:%s" (required "image.repository is missing: where you have pushed the image of deploy/Containerfile" .Values.image.repository) (required "image.tag is missing" .Values.image.tag) | quote }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- if .Values.secretName }}
envFrom:
  - secretRef:
      name: {{ .Values.secretName | quote }}
{{- end }}
env:
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
  # Probes come from the node. Do not route to this port from outside.
  - name: SEATPREVIEW_METRICS_HOST
    value: "0.0.0.0"
{{- end -}}

{{/* Refuses what would start and be wrong. */}}
{{- define "seatpreview.check" -}}
{{- range $name, $value := .Values.settings -}}
{{- if regexMatch "YOUR-|THE-NETWORK-OF" $value -}}
{{- fail (printf "settings.%s is still the placeholder %s: put your own value there" $name $value) -}}
{{- end -}}
{{- if regexMatch "(SECRET|DATABASE_URL|WEBHOOK_KEY|PASSWORD)" $name -}}
{{- fail (printf "settings.%s belongs into the Secret that secretName names: Helm keeps a copy of its values" $name) -}}
{{- end -}}
{{- if hasKey (dict "SEATPREVIEW_METRICS_HOST" 1 "SEATPREVIEW_DATA_DIR" 1 "SEATPREVIEW_PORT" 1 "SEATPREVIEW_METRICS_PORT" 1 "SEATPREVIEW_HOST" 1) $name -}}
{{- fail (printf "settings.%s is set by the image and this chart: leave it out" $name) -}}
{{- end -}}
{{- end -}}
{{- range $name := list "SEATPREVIEW_PUBLIC_URL" "SEATPREVIEW_TRUSTED_PROXIES" -}}
{{- if not (hasKey $.Values.settings $name) -}}
{{- fail (printf "settings.%s is missing" $name) -}}
{{- end -}}
{{- end -}}
{{- if eq .Values.database "postgresql" -}}
{{- $_ := required "secretName is missing: with PostgreSQL, an existing Secret with SEATPREVIEW_DATABASE_URL, SEATPREVIEW_SIGNING_SECRET and SEATPREVIEW_WEBHOOK_KEY" .Values.secretName -}}
{{- range $name := list "SEATPREVIEW_OBJECT_STORE_URL" "SEATPREVIEW_VALKEY_URL" -}}
{{- if not (hasKey $.Values.settings $name) -}}
{{- fail (printf "settings.%s is missing: pods of a cluster share it" $name) -}}
{{- end -}}
{{- end -}}
{{- else if .Values.autoscaler.enabled -}}
{{- fail "autoscaler.enabled needs database: postgresql. One pod at a time uses SQLite" -}}
{{- end -}}
{{- if .Values.ingress.enabled -}}
{{- $host := required "ingress.host is missing: the host of SEATPREVIEW_PUBLIC_URL" .Values.ingress.host -}}
{{- if ne (index (urlParse .Values.settings.SEATPREVIEW_PUBLIC_URL) "hostname") $host -}}
{{- fail (printf "ingress.host is %s, but SEATPREVIEW_PUBLIC_URL is %s" $host .Values.settings.SEATPREVIEW_PUBLIC_URL) -}}
{{- end -}}
{{- $_ := required "ingress.tlsSecretName is missing: the Secret with the certificate" .Values.ingress.tlsSecretName -}}
{{- if regexMatch "YOUR-" (print $host .Values.ingress.tlsSecretName) -}}
{{- fail "ingress.host and ingress.tlsSecretName are still placeholders: put your own values there" -}}
{{- end -}}
{{- end -}}
{{- if regexMatch "YOUR-|VERSION|DIGEST" (print .Values.image.repository .Values.image.tag) -}}
{{- fail "image.repository and image.tag are still placeholders: put your own values there" -}}
{{- end -}}
{{- end -}}
